import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportState } from 'forecourt/model';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { csv } from './importFiles.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app?.close());

const BOUNDARY = 'forecourt-boundary';
const PATH = '/resources/holiday/import';

function upload(client: Client, bytes: Buffer, filename = 'file.csv', headers = {}): Promise<Answer<ImportState>> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: text/csv\r\n\r\n`;
  return client.inject({
    method: 'POST',
    url: `/api${PATH}`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }) as unknown as Promise<Answer<ImportState>>;
}

test('a file goes from check to records over HTTP, and the log says who did it', async () => {
  const { app: server } = app;
  const template = await server.inject({
    url: `/api${PATH}/template`,
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en-US' },
  });
  expect(template.headers['content-disposition']).toContain('holiday-import.xlsx');
  const [header] = await readSheet(template.rawPayload);
  const checked = await upload(admin, csv([header!, header!.map(() => 'nonsense')]));
  expect(checked).toMatchObject({ http: 200, statusCode: 200, data: { state: 'done', bad: 1, waiting: 0 } });
  expect(checked.data.errors.every(({ label, message }) => label !== '' && !message.startsWith('msg.'))).toBe(true);

  const again = await upload(admin, template.rawPayload, 'template.xlsx', { 'idempotency-key': 'one' });
  expect(again.data).toMatchObject({ state: 'checked', creates: 1, errors: [] });
  expect((await upload(admin, template.rawPayload, 'template.xlsx', { 'idempotency-key': 'one' })).data.id).toBe(
    again.data.id,
  );
  expect((await admin.get(PATH)).data).toMatchObject({ open: { id: again.data.id } });
  const done = await admin.post<ImportState>(`${PATH}/${again.data.id}/run`, {});
  expect(done.data).toMatchObject({ state: 'done', created: 1, failed: 0 });
  expect((await admin.post(`${PATH}/${again.data.id}/run`, {})).data).toMatchObject({ state: 'done', created: 1 });
  expect((await admin.get(`${PATH}/${again.data.id}`)).data).toMatchObject({ state: 'done', created: 1 });
  const { rows } = await app.pool.query<{ action: string }>(
    `select action from "operationLog" where module = 'holiday' and action like 'import%' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['importCheck', 'importCheck', 'import', 'import']);
});

test('a file that is refused says why in the language of the user', async () => {
  expect(await upload(admin, Buffer.from('MZ\0'), 'evil.xlsx')).toMatchObject({
    statusCode: 400,
    message: 'Only .csv and .xlsx files can be imported',
  });
  expect(await upload(admin, Buffer.alloc(11 * 1024 * 1024, 'a'), 'big.csv')).toMatchObject({
    statusCode: 400,
    message: 'The file cannot exceed 10 MB. Import it in parts',
  });
  expect((await admin.post(PATH, {})).statusCode).toBeGreaterThanOrEqual(400);
});

test('without the permission nothing of an import is reached', async () => {
  const delivery = await app.as('delivery');
  const { data } = await upload(admin, csv([['name'], ['x']]));
  for (const path of [PATH, `${PATH}/template`, `${PATH}/${data.id}`])
    expect((await delivery.get(path)).http).toBe(403);
  expect((await delivery.post(`${PATH}/${data.id}/run`, {})).http).toBe(403);
  expect((await delivery.delete(`${PATH}/${data.id}`)).http).toBe(403);
  expect((await upload(delivery, csv([['name'], ['x']]))).http).toBe(403);
});

test('records that come to be by commands or by the system alone have no import', async () => {
  for (const name of ['operationLog', 'loginLog', 'order'])
    expect((await admin.get(`/resources/${name}/import`)).http, name).toBe(404);
});

test('an export is a spreadsheet that opens, of the rows the list shows', async () => {
  const { total } = (await admin.get<{ total: number }>('/basics/holiday/list', { pageNo: 1, pageSize: 10 })).data;
  const response = await app.app.inject({
    url: '/api/resources/holiday/export?format=xlsx',
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en-US' },
  });
  expect(response.headers['content-type']).toContain('spreadsheetml');
  expect(await readSheet(response.rawPayload)).toHaveLength(1 + total);
  expect((await admin.get('/resources/holiday/export', { format: 'pdf' })).errors).toHaveProperty('format');
  expect((await admin.get('/resources/holiday/export', { nonsense: '1' })).errors).toHaveProperty('nonsense');
});
