import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportState } from 'forecourt/model';
import type { Answer, Client } from './app.ts';
import { csv } from './importFiles.ts';
import { RENTAL, type RentalApp, startRentalApp } from './rental.ts';

let app: RentalApp;
let fleet: Client;
beforeAll(async () => {
  app = await startRentalApp();
  fleet = await app.as('fleet');
});
afterAll(() => app?.close());

interface Outcome {
  readonly created: number;
  readonly failed: readonly { readonly row: number; readonly message: string }[];
}

const BOUNDARY = 'forecourt-boundary';
const multipart = (bytes: Buffer, filename: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const send = (client: Client, bytes: Buffer, filename = 'cars.csv', headers = {}): Promise<Answer<Outcome>> =>
  client.inject({
    method: 'POST',
    url: '/api/car/import',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload: multipart(bytes, filename),
  }) as unknown as Promise<Answer<Outcome>>;

const HEADER = ['brandId', 'modelId', 'subModelId', 'storeId', 'plate', 'frameNo', 'engineNo'];
const line = (name: string, plate = `IMP-${name}`): unknown[] => [
  1,
  1,
  RENTAL.yaris,
  RENTAL.phuket,
  plate,
  `IF-${name}`,
  `IE-${name}`,
];
const count = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from vehicle`.execute(app.db)).rows[0]!.n;

describe('import of vehicles in one call', () => {
  test('writes the good rows as pending and answers the bad one with its number (D-CAR-09)', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `A${index}`);
    const answer = await send(fleet, csv([HEADER, ...names.map((name, at) => line(name, at === 4 ? '' : undefined))]));
    expect(answer).toMatchObject({ http: 200, statusCode: 200, message: 'Imported successfully' });
    expect(answer.data.created).toBe(9);
    expect(answer.data.failed).toEqual([{ row: 6, message: expect.stringMatching(/^.+: .+/) as unknown }]);
    const { rows } = await sql<Record<string, unknown>>`
      select distinct status, "auditStatus" from vehicle where plate like 'IMP-A%'
    `.execute(app.db);
    expect(rows).toEqual([{ status: 0, auditStatus: 0 }]);
  });

  test('sent again with its idempotency key it writes nothing twice and answers the same', async () => {
    const file = csv([HEADER, line('B')]);
    const first = await send(fleet, file, 'cars.csv', { 'idempotency-key': 'cars' });
    const before = await count();
    const second = await send(fleet, file, 'cars.csv', { 'idempotency-key': 'cars' });
    expect(first.data).toEqual({ created: 1, failed: [] });
    expect(second.data).toEqual(first.data);
    expect(await count()).toBe(before);
  });

  test.each([
    ['a picture renamed .csv', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['a file without a known column', csv([['colour of the sky'], ['blue']])],
  ])('%s is "import failed", nothing is created (D-CAR-09)', async (_case, file) => {
    const before = await count();
    expect(await send(fleet, file)).toMatchObject({ statusCode: 400, message: 'Import failed', data: null });
    expect(await count()).toBe(before);
  });

  test('the template is the header as CSV, without a line of data (D-CAR-09)', async () => {
    const answer = await app.app.inject({
      url: '/api/car/importtemplate',
      headers: { authorization: `Bearer ${fleet.token}`, 'accept-language': 'en-US' },
    });
    expect(answer.headers['content-disposition']).toContain('.csv');
    expect(answer.body.trim().split('\n')).toHaveLength(1);
    expect(answer.body).toContain('*');
  });

  test('a record that may not be chosen is named by the check, before anything is written', async () => {
    const admin = await app.as('admin');
    const institution = async (name: string, type: number): Promise<unknown> => {
      const terms = {
        type,
        ownerType: type === 1 ? 2 : null,
        licenseNo: name,
        taxId: name,
        legalPerson: 'K',
        status: 1,
      };
      const contact = { contact: 'K', phone: '+66811111119', email: 'k@example.com', address: 'Bangkok' };
      return (await admin.post<{ id: number }>('/basics/institution/save', { name, ...terms, ...contact })).data.id;
    };
    const [garage, owner] = [await institution('Garage', 3), await institution('Owner', 1)];
    const lines = [garage, owner].map((id, at) => [...line(`D${at}`), id]);
    const checked = (await fleet.inject({
      method: 'POST',
      url: '/api/resources/vehicle/import',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: multipart(csv([[...HEADER, 'institutionId'], ...lines]), 'cars.csv'),
    })) as unknown as Answer<ImportState>;
    expect(checked.data).toMatchObject({ state: 'checked', waiting: 1, bad: 1 });
    expect(checked.data.errors).toMatchObject([{ row: 2, field: 'institutionId' }]);
  });

  test('needs the key of imports', async () => {
    const finance = await app.as('finance');
    expect(await send(finance, csv([HEADER, line('C')]))).toMatchObject({ http: 403 });
  });
});
