import { readSheet } from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportState } from 'forecourt/model';
import type { Answer, Client } from './app.ts';
import { csv } from './importFiles.ts';
import { accepted, addCars, RENTAL, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

/** Policies and violations as files, in and out, and the pictures that violations and work orders keep (D-CAR-09, D-SEC-07). */
let app: RentalApp;
let admin: Client;
let fleet: Client;
let desk: Client;
/** Holds every permission and sees Chiang Mai only. */
let north: Client;
let cars: readonly number[];
let plates: readonly string[];
beforeAll(async () => {
  app = await startRentalApp();
  [admin, fleet, desk] = await Promise.all([app.as('admin'), app.as('fleet'), app.as('storeManager')]);
  cars = await addCars(app, 3);
  const { rows } = await sql<{ plate: string }>`select plate from vehicle where id = any(${cars}) order by id`.execute(
    app.db,
  );
  plates = rows.map(({ plate }) => plate);
  await sql`
    insert into "user" (username, name, phone, password, "roleId", "dataScope", "storeIds", status)
    select 'north', 'north', '+66911111111', password, "roleId", 1, array[${RENTAL.chiangMai}]::bigint[], 1 from "user" where username = 'admin'
  `.execute(app.db);
  north = await app.signIn('north');
});
afterAll(() => app.close());

/** Checks a file and writes what is good of it. */
async function imported(client: Client, path: string, rows: readonly (readonly unknown[])[]): Promise<ImportState> {
  const checked = await sent(client, path, rows);
  return accepted(await client.post<ImportState>(`${path}/${accepted(checked).data.id}/run`, {})).data;
}
const sent = (client: Client, path: string, rows: readonly (readonly unknown[])[]): Promise<Answer<ImportState>> =>
  client.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
      csv(rows),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  }) as unknown as Promise<Answer<ImportState>>;

const raw = (client: Client, url: string) =>
  app.app.inject({
    url: `/api${url}`,
    headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en-US' },
  });
/** Lines of an export. */
const lines = async (client: Client, url: string): Promise<readonly string[]> =>
  (await raw(client, url)).body.slice(1).trimEnd().split('\r\n');

interface Kind {
  readonly base: string;
  readonly import: string;
  readonly export: string;
  readonly list: string;
  readonly columns: readonly string[];
  /** A row of the file for a car; `text` is what a clerk typed. */
  readonly row: (carId: unknown, text: string) => readonly unknown[];
  /** The column that a wrong row is wrong in, and what stands there. */
  readonly wrong: readonly [column: string, value: unknown];
  /** Where `text` goes. */
  readonly text: string;
  /** Roles that may take the list along. */
  readonly takers: readonly ('fleet' | 'storeManager' | 'clerk')[];
  /** Roles that may import. */
  readonly bringers: readonly ('fleet' | 'storeManager')[];
}

const KINDS: readonly Kind[] = [
  {
    base: 'insurance',
    import: '/car/insurance/import',
    export: '/car/insurance/policies/export',
    list: '/car/insurance/policies',
    columns: ['carId', 'type', 'policyNo', 'startDate', 'endDate'],
    row: (carId, text) => [carId, 2, text, '2027-01-01', '2027-12-31'],
    wrong: ['endDate', '2026-12-31'],
    text: 'policyNo',
    takers: ['fleet', 'storeManager', 'clerk'],
    bringers: ['fleet', 'storeManager'],
  },
  {
    base: 'violation',
    import: '/resources/violation/import',
    export: '/car/violation/export',
    list: '/car/violation/list',
    columns: ['carId', 'time', 'behavior', 'location', 'points', 'fine'],
    row: (carId, text) => [carId, '2027-02-20 09:00:00', text, 'Highway 402', 1, 500],
    wrong: ['fine', '-1'],
    text: 'behavior',
    takers: [],
    bringers: [],
  },
];

describe.each(KINDS)('$base', (kind) => {
  const written = async (text: string): Promise<number> =>
    accepted(await admin.get<{ total: number }>(kind.list, { keyword: text, pageSize: 1 })).data.total;

  it('from a file: a wrong row is named with its number and reason, the others are written', async () => {
    const at = kind.columns.indexOf(kind.wrong[0]);
    const rows = Array.from({ length: 6 }, (_, index) => kind.row(plates[index % 3], `FILE-${kind.base}-${index}`));
    const bad = rows[3]!.map((cell, index) => (index === at ? kind.wrong[1] : cell));
    const unknown = kind.row('NOBODY-1', `FILE-${kind.base}-x`);
    const client = kind.bringers.includes('fleet') ? fleet : admin;
    const done = await imported(client, kind.import, [kind.columns, ...rows.with(3, bad), unknown]);
    expect(done).toMatchObject({ state: 'done', created: 5 });
    expect(done.errors.map(({ row, field }) => [row, field])).toEqual([
      [5, kind.wrong[0]],
      [8, 'carId'],
    ]);
    expect(done.errors.every(({ message }) => message !== '' && !message.startsWith('msg.'))).toBe(true);
    expect(await written(`FILE-${kind.base}-`)).toBe(5);
  });

  it('as a file has no formula that a spreadsheet would carry out, and comes back as it was', async () => {
    const evil = [`=HYPERLINK("x","${kind.base}")`, `+${kind.base}`, `-${kind.base}`, `@${kind.base}`];
    await imported(admin, kind.import, [kind.columns, ...evil.map((text, index) => kind.row(plates[index % 3], text))]);
    const out = await lines(admin, `${kind.export}?keyword=${kind.base}&columns=${kind.text}`);
    const cells = out.slice(1).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
    for (const text of evil) expect(cells).toContain(`'${text}`);
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    const { rawPayload } = await raw(admin, `${kind.export}?format=xlsx&keyword=${kind.base}&columns=${kind.text}`);
    const typed = (await readSheet(rawPayload)).flat();
    for (const text of evil) expect(typed).toContain(text);
  });

  it('as a file holds what its reader sees of the list: own stores, and nothing of the renter behind it', async () => {
    const { total } = accepted(await admin.get<{ total: number }>(kind.list, { pageSize: 1 })).data;
    expect(await lines(admin, kind.export)).toHaveLength(1 + total);
    const ofNorth = accepted(await north.get<{ total: number }>(kind.list, { pageSize: 1 })).data.total;
    expect(ofNorth).toBeLessThan(total);
    const seen = (await lines(north, kind.export)).slice(1).filter(Boolean);
    expect(seen).toHaveLength(ofNorth);
    expect(seen.join()).not.toMatch(new RegExp(plates.join('|')));
    for (const column of ['renterPhone', 'renterIdNo', 'orderId.renterPhone'])
      expect((await admin.get(kind.export, { columns: column })).errors, column).toHaveProperty('columns');
  });

  it('from a file is of no car of another store', async () => {
    const state = accepted(
      await sent(north, kind.import, [kind.columns, kind.row(plates[0], `FAR-${kind.base}`)]),
    ).data;
    expect(state).toMatchObject({ bad: 1, waiting: 0 });
    expect(state.errors).toMatchObject([{ row: 2, field: 'carId' }]);
    expect(await written(`FAR-${kind.base}`)).toBe(0);
  });

  it.each(['fleet', 'storeManager', 'clerk', 'delivery', 'service'] as const)(
    'as a file and from one: %s may what its role says',
    async (role) => {
      const client = await app.as(role);
      const taken = (await raw(client, kind.export)).statusCode;
      expect(taken).toBe(kind.takers.some((each) => each === role) ? 200 : 403);
      const brought = await sent(client, kind.import, [kind.columns]);
      expect(brought.http).toBe(kind.bringers.some((each) => each === role) ? 200 : 403);
      expect((await raw(client, `${kind.import}/template`)).statusCode).toBe(brought.http);
    },
  );
});

describe.each([
  [
    'a violation',
    '/car/violation',
    'documents',
    () => ({
      carId: cars[0],
      time: '2027-02-21 09:00:00',
      behavior: 'Parking',
      location: 'Patong',
      points: 0,
      fine: 300,
    }),
  ],
  [
    'a work order',
    '/car/maintenanceinfo',
    'images',
    () => ({
      carId: cars[0],
      storageFlag: 0,
      startTime: '2027-05-01 09:00:00',
      endTime: '2027-05-02 09:00:00',
      cost: 10,
    }),
  ],
] as const)('pictures of %s', (_what, path, field, form) => {
  const isPrivate = field === 'documents';
  /** A picture as its readers get it: by its signed address, or through its record. */
  const seen = async (by: Client, id: number, name: string) => {
    if (isPrivate) return raw(by, `/resources/violation/${id}/files/documents/${name}`);
    const urls = accepted(await by.get<Record<string, string>>('/basics/file/url', { names: name })).data;
    return app.app.inject(urls[name]!);
  };

  it('are saved, seen by who may, and kept by a save of something else', async () => {
    const pictures = [await upload(desk), await upload(desk, { filename: 'second.png' })];
    const { id } = accepted(await desk.post<{ id: number }>(`${path}/save`, { ...form(), [field]: pictures })).data;
    const info = async () => accepted(await desk.get<Record<string, unknown>>(`${path}/info/${id}`)).data;
    expect((await info())[field]).toEqual(pictures);
    accepted(await desk.post(`${path}/save`, { id, remark: 'seen' }));
    const kept = await info();
    expect(kept).toMatchObject({ [field]: pictures, remark: 'seen' });
    accepted(await desk.post(`${path}/save`, { id, [field]: [pictures[1]] }));
    expect((await info())[field]).toEqual([pictures[1]]);
    expect((await seen(desk, id, pictures[1]!)).headers['content-type']).toBe('image/png');
    if (!isPrivate) {
      expect((await seen(desk, id, pictures[0]!)).headers['content-type']).toBe('image/png');
      return;
    }
    // What is taken off stays private.
    const urls = accepted(await desk.get<Record<string, string>>('/basics/file/url', { names: pictures.join() })).data;
    expect(Object.values(urls)).toEqual(['', '']);
    expect((await seen(desk, id, pictures[0]!)).statusCode).toBe(404);
    expect((await seen(north, id, pictures[1]!)).statusCode).toBe(404);
  });
});
