import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import type { Answer, Client } from './app.ts';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { membersOf } from './members.ts';
import { accepted, errorOf } from './rental.ts';
import { png, upload } from './upload.ts';

const office = openBackOffice();
const NOW = '2027-03-01 09:00';

let clerk: Client;
let manager: Client;
let finance: Client;
beforeAll(async () => {
  [clerk, manager, finance] = await Promise.all([
    office.app.as('clerk'),
    office.app.as('storeManager'),
    office.app.as('finance'),
  ]);
  office.app.at(NOW);
});

const { person } = membersOf(office);
const member = async (): Promise<number> => (await person()).id;

interface Document {
  readonly id: number;
  readonly status: number;
  readonly url: string;
  readonly remark: string;
  readonly uploadTime: string;
  readonly auditTime: string;
  readonly updateTime: string;
  readonly memberName: string;
}
const save = async (by: Client, values: Record<string, unknown>) =>
  by.post<{ id: number }>('/member/document/save', {
    type: 1,
    ...('url' in values ? {} : { url: await upload(by) }),
    ...values,
  });
const added = async (values: Record<string, unknown> = {}): Promise<number> =>
  accepted(await save(clerk, { memberId: values['memberId'] ?? (await member()), ...values })).data.id;
const audit = (by: Client, id: number, status: number, more: Record<string, unknown> = {}) =>
  by.post('/member/document/audit', { id, status, ...more });
const read = async (id: number): Promise<Document> =>
  accepted(await manager.get<{ list: Document[] }>('/member/document/list', { id })).data.list[0]!;
const picture = (by: Client, id: number) =>
  by.inject({ method: 'GET', url: `/api/resources/document/${id}/files/url` });
const onDisk = (name: string): boolean => existsSync(path.join(office.app.dataDir, 'files', name));

describe('a document', () => {
  it('waits when it is uploaded, and is approved with the time and the auditor (P1, P2)', async () => {
    const id = await added({ name: 'front side', expiryDate: '2030-01-31' });
    expect(await read(id)).toMatchObject({
      status: 1,
      uploadTime: '2027-03-01 09:00:00',
      auditTime: '',
      name: 'front side',
    });
    office.app.at('2027-03-01 10:00');
    expect(accepted(await audit(manager, id, 2)).message).toBe('Reviewed successfully');
    expect(await read(id)).toMatchObject({ status: 2, auditTime: '2027-03-01 10:00:00', auditorName: 'storeManager' });
    expect(await office.rowOf('document', id)).toMatchObject({ expiryDate: '2030-01-31' });
    office.app.at(NOW);
  });

  it('is rejected with a remark only (P3)', async () => {
    const id = await added();
    expect(fieldsOf(await audit(manager, id, 3))).toEqual(['remark']);
    expect(fieldsOf(await audit(manager, id, 3, { remark: '  ' }))).toEqual(['remark']);
    accepted(await audit(manager, id, 3, { remark: 'blurred' }));
    expect(await read(id)).toMatchObject({ status: 3, remark: 'blurred' });
  });

  it.each([
    ['approved', 2, {}],
    ['rejected', 3, { remark: 'too dark' }],
  ] as const)(
    'that was %s is uploaded again: it waits, and says nothing of the last review',
    async (_called, status, more) => {
      const id = await added();
      accepted(await audit(manager, id, status, more));
      const old = (await read(id)).url;
      accepted(await save(office.ops, { id, memberId: undefined, type: undefined }));
      expect(await read(id)).toMatchObject({ status: 1, remark: '', auditTime: '' });
      expect((await read(id)).url).not.toBe(old);
      await office.app.app.background.doNow('_removedFiles');
      expect(onDisk(old)).toBe(false);
    },
  );

  it('is not replaced while it waits, and there is one of each type', async () => {
    const memberId = await member();
    const id = await added({ memberId });
    expect(errorOf(await save(office.ops, { id }))).toContain('delete it and upload it again');
    expect(errorOf(await save(clerk, { memberId }))).toContain('delete it and upload it again');
    await added({ memberId, type: 2 });
    accepted(await audit(manager, id, 3, { remark: 'blurred' }));
    const next = await added({ memberId });
    expect(await read(next)).toMatchObject({ status: 1 });
    expect(await office.rowOf('document', id)).toBeUndefined();
    const atOnce = await Promise.all([3, 3, 3].map((type) => save(clerk, { memberId, type })));
    expect(atOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('is deleted with its picture (P4), and can be uploaded anew', async () => {
    const memberId = await member();
    const id = await added({ memberId });
    const { url } = await read(id);
    expect(onDisk(url)).toBe(true);
    accepted(await office.ops.delete(`/member/document/delete/${id}`));
    expect((await picture(manager, id)).http).toBe(404);
    await office.app.app.background.doNow('_removedFiles');
    expect(onDisk(url)).toBe(false);
    await added({ memberId });
  });

  it('that has run out is not approved, until its date is put right', async () => {
    const id = await added({ expiryDate: '2027-02-28' });
    const refused = await audit(manager, id, 2);
    expect(fieldsOf(refused)).toEqual(['expiryDate']);
    accepted(await audit(manager, id, 2, { expiryDate: '2027-03-01' }));
  });

  it('keeps its state, its times and its auditor to itself', async () => {
    const memberId = await member();
    for (const [name, value] of Object.entries({
      status: 2,
      uploadTime: '2020-01-01 00:00:00',
      auditTime: '2020-01-01 00:00:00',
      auditorId: 1,
      remark: 'x',
    }))
      expect(fieldsOf(await save(clerk, { memberId, [name]: value })), name).toEqual([name]);
  });
});

describe('two auditors', () => {
  it('at once: the first decides, the other one hears what was decided', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await added();
      const answers = await Promise.all([audit(manager, id, 2), audit(office.ops, id, 3, { remark: 'blurred' })]);
      const [won] = answers.filter(({ statusCode }) => statusCode === 200);
      const [lost] = answers.filter(({ statusCode }) => statusCode !== 200);
      expect([won, lost].every(Boolean)).toBe(true);
      const { status } = await read(id);
      expect(lost!.message).toContain(status === 2 ? 'approved already' : 'rejected already');
    }
  });

  it('do not decide about a picture that they have not seen', async () => {
    const id = await added();
    const seen = (await read(id)).updateTime;
    accepted(await audit(manager, id, 3, { remark: 'blurred' }));
    office.app.at('2027-03-01 09:05');
    accepted(await save(office.ops, { id }));
    expect((await audit(manager, id, 2, { updateTime: seen })).statusCode).toBe(409);
    accepted(await audit(manager, id, 2, { updateTime: (await read(id)).updateTime }));
    office.app.at(NOW);
  });
});

describe('the picture', () => {
  it('is at most 2 MB, a picture, and one that the caller uploaded', async () => {
    const large = Buffer.concat([await png(), Buffer.alloc(3 * 1024 * 1024)]);
    const send = (content: Buffer, type = 'image/png', filename = 'p.png') =>
      upload(clerk, { content, type, filename });
    await expect(send(large)).rejects.toThrow('Image size cannot exceed 2MB!');
    await expect(send(Buffer.from('plain text'))).rejects.toThrow('Please select an image format!');
    const memberId = await member();
    const pdf = await send(Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf', 'd.pdf');
    const foreign = await upload(manager);
    for (const url of [pdf, foreign, 'f'.repeat(32)])
      expect((await save(clerk, { memberId, url })).errors).toEqual({ url: 'Please select an image format!' });
  });

  it('belongs to one document', async () => {
    const url = await upload(clerk);
    await added({ url });
    expect(fieldsOf(await save(clerk, { memberId: await member(), url }))).toEqual(['url']);
  });

  it('is read through the document only, by who may see it, and every reading is in the log', async () => {
    const url = await upload(clerk);
    const { data: before } = accepted(await clerk.get<Record<string, string>>('/basics/file/url', { names: url }));
    expect((await office.app.app.inject(before[url]!)).statusCode).toBe(200);
    const id = await added({ url });
    // Neither the address from before nor a new one opens it any more.
    expect((await office.app.app.inject(before[url]!)).statusCode).toBe(404);
    expect(accepted(await clerk.get<Record<string, string>>('/basics/file/url', { names: url })).data).toEqual({
      [url]: '',
    });

    const seen = await picture(clerk, id);
    expect(seen.http).toBe(200);
    expect(seen.headers['content-type']).toBe('image/png');
    expect(seen.headers['cache-control']).toBe('no-store');
    // No right, no such document, none at all: nothing, and that is logged too.
    expect((await picture(finance, id)).http).toBe(403);
    expect((await picture(clerk, 999_999)).http).toBe(404);
    expect((await office.app.app.inject(`/api/resources/document/${id}/files/url`)).statusCode).toBe(401);
    const { rows } = await sql<{ username: string; statusCode: number }>`
      select username, "statusCode" from "operationLog" where module = 'document' and action = 'view' and "objectId" = ${String(id)} order by id
    `.execute(office.app.db);
    expect(rows).toEqual([
      { username: 'clerk', statusCode: 200 },
      { username: 'finance', statusCode: 403 },
    ]);
  });
});

it('the picture that is read says who took it and when, the stored one does not', async () => {
  const url = await upload(clerk, { content: await png(600, 400) });
  const id = await added({ url });
  /** What somebody gets, as grey dots. */
  const seenBy = async ({ token }: Client) => {
    const address = `/api/resources/document/${id}/files/url`;
    const { rawPayload } = await office.app.app.inject({ url: address, headers: { authorization: `Bearer ${token}` } });
    return sharp(rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  };
  const mine = await seenBy(clerk);
  expect(mine.info).toMatchObject({ width: 600, height: 400 });
  // White no more: in every ninth of it.
  const { data } = mine;
  for (let part = 0; part < 9; part += 1) {
    const [left, top] = [(part % 3) * 200, Math.floor(part / 3) * 133];
    const isMarked = (at: number): boolean => data[(top + Math.floor(at / 200)) * 600 + left + (at % 200)]! < 240;
    expect(Array.from({ length: 200 * 133 }, (_, at) => at).some(isMarked), `part ${part}`).toBe(true);
  }
  expect((await seenBy(clerk)).data.equals(data)).toBe(true);
  expect((await seenBy(manager)).data.equals(data)).toBe(false);
  office.app.at('2027-03-01 09:01');
  expect((await seenBy(clerk)).data.equals(data)).toBe(false);
  office.app.at(NOW);
  const kept = await sharp(path.join(office.app.dataDir, 'files', url))
    .greyscale()
    .raw()
    .toBuffer();
  expect(kept.every((dot) => dot === 255)).toBe(true);
});

describe('a member', () => {
  const verified = async (id: number): Promise<number> =>
    accepted(await manager.get<{ list: { verified: number }[] }>('/member/list', { id })).data.list[0]!.verified;

  it('is verified by ID and licence, as long as both are valid', async () => {
    const memberId = await member();
    const identity = await added({ memberId });
    const licence = await added({ memberId, type: 2, expiryDate: '2027-03-10' });
    expect(await verified(memberId)).toBe(0);
    accepted(await audit(manager, identity, 2));
    expect(await verified(memberId)).toBe(0);
    accepted(await audit(manager, licence, 2));
    expect(await verified(memberId)).toBe(1);
    office.app.at('2027-03-10 23:00');
    expect(await verified(memberId)).toBe(1);
    office.app.at('2027-03-11 00:30');
    expect(await verified(memberId)).toBe(0);
    office.app.at(NOW);
  });

  it('that is deleted takes its documents and their pictures along', async () => {
    const memberId = await member();
    const id = await added({ memberId });
    const { url } = await read(id);
    accepted(await office.ops.delete(`/member/delete/${memberId}`));
    expect(await office.rowOf('document', id)).toBeUndefined();
    await office.app.app.background.doNow('_removedFiles');
    expect(onDisk(url)).toBe(false);
  });
});

describe('who may', () => {
  const calls: readonly (readonly [string, (by: Client, id: number) => Promise<Answer>, number[]])[] = [
    ['list', (by) => by.get('/member/document/list'), [200, 403]],
    ['approve', (by, id) => audit(by, id, 2), [403, 403]],
    ['reject', (by, id) => audit(by, id, 3, { remark: 'x' }), [403, 403]],
    ['delete', (by, id) => by.delete(`/member/document/delete/${id}`), [403, 403]],
  ];
  it.each(calls)('%s: a clerk uploads and looks, finance does nothing', async (_name, call, [ofClerk, ofFinance]) => {
    const id = await added();
    expect((await call(clerk, id)).http).toBe(ofClerk);
    expect((await call(finance, id)).http).toBe(ofFinance);
  });

  it('whoever may approve only, rejects nothing and sees no picture', async () => {
    const id = await added();
    const admin = await office.app.as('admin');
    const { makeRole, makeUser } = accountsOf(office.app, () => admin);
    const { client } = await makeUser({ roleId: await makeRole('approver', 'member-document', 'document-enable') });
    expect((await audit(client, id, 3, { remark: 'x' })).http).toBe(403);
    expect((await picture(client, id)).http).toBe(403);
    accepted(await audit(client, id, 2));
  });
});

it('the list is searched by the member, and filtered by type, state and time', async () => {
  const memberId = await member();
  const id = await added({ memberId, type: 4 });
  const found = async (query: Record<string, unknown>): Promise<number[]> =>
    accepted(
      await manager.get<{ list: Document[] }>('/member/document/list', { pageSize: 100, ...query }),
    ).data.list.map((row) => row.id);
  const name = (await office.rowOf('member', memberId))['name'] as string;
  expect(await found({ keyword: name })).toEqual([id]);
  expect(await found({ keyword: name, type: 4, status: 1 })).toEqual([id]);
  expect(await found({ keyword: name, type: 2 })).toEqual([]);
  expect(await found({ keyword: name, status: 2 })).toEqual([]);
  expect(await found({ keyword: name, timeStart: '2027-03-02 00:00:00' })).toEqual([]);
});
