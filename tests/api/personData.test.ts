import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import type { Client } from './app.ts';
import { openBackOffice } from './backOffice.ts';
import { accepted, addCars, book } from './rental.ts';
import { png, upload } from './upload.ts';

const office = openBackOffice();
let admin: Client;
beforeAll(async () => {
  office.app.at('2027-02-22 12:00');
  admin = await office.app.as('admin');
  await addCars(office.app, 5);
});

interface Data {
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly blacklist: readonly unknown[];
  readonly changes: readonly { readonly event: string; readonly user: string; readonly record: string }[];
  readonly files: readonly { readonly path: string; readonly label: string }[];
}

async function exported(id: number, language = 'en-US') {
  const url = `/api/member/datarequest/export/${id}`;
  const { http, headers, bytes } = await admin.inject({ method: 'GET', url, headers: { 'accept-language': language } });
  expect([http, headers['content-type']]).toEqual([200, 'application/zip']);
  const files = unzipSync(bytes);
  return {
    name: String(headers['content-disposition']),
    files,
    page: strFromU8(files['index.html']!),
    data: JSON.parse(strFromU8(files['data.json']!)) as Data,
  };
}

let people = 0;
async function person(name: string): Promise<{ id: number; phone: string; idNo: string; orderId: number }> {
  const number = String(++people).padStart(4, '0');
  const own = { phone: `82${number}000`, idNo: `CD${number}` };
  const id = await office.save('/member/save', {
    ...{
      name,
      countryCode: '+66',
      email: `e${number}@example.com`,
      idType: 2,
      status: 1,
      remark: 'afraid of <b>dogs</b>',
    },
    ...own,
  });
  const renter = { renterName: name, renterCountryCode: '+66', renterPhone: own.phone, renterIdType: 2, renterIdNo: own.idNo }; // prettier-ignore
  return { id, ...own, orderId: await book(office.ops, renter) };
}

it('gives out everything that is about a member: records in full, money, messages, notes, entries, changes and the files themselves', async () => {
  const { id, phone, idNo, orderId } = await person('Anong Prasert');
  const content = await png(21, 13);
  const url = await upload(office.ops, { content });
  accepted(await office.ops.post('/member/document/save', { memberId: id, type: 2, url, expiryDate: '2030-05-01' }));
  accepted(await office.ops.post('/order/payment/save', { orderId, type: 1, amount: 500, method: 5, feeItem: 'total', payerAccount: 'KBank 123' })); // prettier-ignore
  await office.save('/member/blacklist/save', { type: 2, idNo, reason: 'rent unpaid' });
  const signImage = await upload(office.ops);
  accepted(await office.ops.post('/order/contract/sign', { orderId, signImage }));

  const { data, page, files, name } = await exported(id);
  expect(name).toContain(`member-${id}-2027-02-22.zip`);
  expect(data.records['member']).toMatchObject([
    { id, name: 'Anong Prasert', phone, idNo, remark: 'afraid of <b>dogs</b>' },
  ]);
  expect(data.records['order']).toMatchObject([{ id: orderId, renterPhone: phone, renterIdNo: idNo, paid: 500 }]);
  expect(data.records['payment']).toMatchObject([{ orderId, amount: 500, payerAccount: 'KBank 123' }]);
  expect(data.records['orderFee']!.length).toBeGreaterThan(1);
  expect(data.records['outbox']).toMatchObject([
    { topic: 'order-created', text: expect.stringContaining('Anong') as string },
  ]);
  expect(data.records['document']).toMatchObject([{ memberId: id, expiryDate: '2030-05-01' }]);
  expect(data.blacklist).toEqual([{ type: 2, reason: 'rent unpaid' }]);
  expect(data.changes).toEqual(
    expect.arrayContaining([expect.objectContaining({ user: 'ops', record: `Members #${id}`, event: 'Saved' })]),
  );
  expect(data.files.map((one) => one.path.replace(/-[0-9a-f]{8}\./, '.'))).toEqual(
    expect.arrayContaining([`files/document-${data.records['document']![0]!['id']}-url.png`]),
  );
  for (const one of data.files) expect(files[one.path]!.length).toBeGreaterThan(0);
  const picture = data.files.find((one) => one.path.startsWith('files/document-'))!;
  expect(Buffer.from(files[picture.path]!).equals(await storedBytes(url))).toBe(true);
  expect(data.files.some((one) => one.path.includes('signImage'))).toBe(true);
  expect(page).toContain('afraid of &lt;b&gt;dogs&lt;/b&gt;');
  for (const text of ['Passport', 'Driver licence', 'rent unpaid', phone]) expect(page).toContain(text);
});

const storedBytes = (name: string): Promise<Buffer> => readFile(path.join(office.app.dataDir, 'files', name));

it('has nothing of anybody else, and all of what was merged into the member', async () => {
  const [one, other, stranger] = [await person('Mali One'), await person('Mali Two'), await person('Nobody Else')];
  accepted(await office.ops.post('/member/merge/save', { survivorId: one.id, mergedId: other.id }));
  for (const id of [one.id, other.id]) {
    const { data, page } = await exported(id);
    expect(data.records['member']!.map((row) => row['id'])).toEqual([one.id, other.id]);
    expect(data.records['order']!.map((row) => row['id'])).toEqual([one.orderId, other.orderId]);
    expect(page).not.toContain(stranger.phone);
  }
});

it.each([
  ['zh-CN', '会员', '护照'],
  ['th-TH', 'สมาชิก', 'หนังสือเดินทาง'],
])('speaks %s', async (language, members, passport) => {
  const { page } = await exported((await person('Words')).id, language);
  expect(page).toContain(`lang="${language}"`);
  for (const text of [members, passport]) expect(page).toContain(text);
});

it('needs a permission of its own that no role has at first, and is on record each time', async () => {
  const { id } = await person('On Record');
  for (const role of ['ops', 'storeManager', 'finance', 'service'] as const)
    expect((await (await office.app.as(role)).get(`/member/datarequest/export/${id}`)).http).toBe(403);
  await exported(id);
  const { rows } = await sql<{ object: string; statusCode: number }>`
    select "objectId" as object, "statusCode" from "operationLog" where module = 'dataRequest' and action = 'export' and "objectId" = ${String(id)} and "statusCode" = 200
  `.execute(office.app.db);
  expect(rows).toHaveLength(1);
  const { data } = accepted(await admin.get<{ list: unknown[] }>('/member/datarequest/list', { memberId: id }));
  expect(data.list).toEqual([
    expect.objectContaining({ kind: 'export', memberName: 'On Record', operator: 'Administrator' }),
  ]);
  expect((await admin.get('/member/datarequest/export/999999')).statusCode).toBe(404);
});

it('knows of every entity that leads to a member by relations whether its rows are about that member', () => {
  const { entities } = application.model;
  const open = [...entities.values()].filter(
    (entity) =>
      !entity.view &&
      !entity.person &&
      entity.fields.some(({ ref }) => ref !== undefined && ['member', 'order'].includes(ref.resource)),
  );
  // A merge is the register of two of them.
  expect(open.map(({ name }) => name).toSorted()).toEqual(['memberMerge']);
});
