import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { buildApp } from 'forecourt/server';
import type { Client } from './app.ts';
import { fieldsOf } from './backOffice.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import { upload } from './upload.ts';

let app: RentalApp;
let clerk: Client;
let manager: Client;
let delivery: Client;
beforeAll(async () => {
  app = await startRentalApp();
  [clerk, manager, delivery] = await Promise.all([app.as('clerk'), app.as('storeManager'), app.as('delivery')]);
});
afterAll(() => app.close());

const PDF = { content: Buffer.from('%PDF-1.7\n%%EOF\n'), type: 'application/pdf', filename: 'd.pdf' };

interface Papers {
  readonly idPhotos: string[];
  readonly licencePhotos: string[];
  readonly attachments: string[];
  readonly frontPhoto: string;
}
const papers = async (): Promise<Papers> => ({
  idPhotos: [await upload(clerk), await upload(clerk)],
  licencePhotos: [await upload(clerk)],
  attachments: [await upload(clerk, PDF)],
  frontPhoto: await upload(clerk),
});
/** Hands a car over with these files; answers the order. */
async function handedOver(files: object): Promise<number> {
  const [carId] = await addCars(app, 1);
  const id = await orderIn(app, manager, 1, carId!);
  app.at('2027-03-01 10:00');
  accepted(
    await clerk.post('/order/pickup', { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8, ...files }),
  );
  return id;
}
const see = (by: Client, order: number, property: string, file: string) =>
  by.inject({ method: 'GET', url: `/api/resources/order/${order}/files/orderTask/${property}/${file}` });
const addressesOf = async (by: Client, names: readonly string[]): Promise<Record<string, string>> =>
  accepted(await by.get<Record<string, string>>('/basics/file/url', { names: names.join() })).data;
const statusOf = async (address: string): Promise<number> => (await app.app.inject(address)).statusCode;

describe('papers of the renter at a handover', () => {
  it('have no address from the handover on, while the pictures of the car keep theirs', async () => {
    const files = await papers();
    const secret = [...files.idPhotos, ...files.licencePhotos, ...files.attachments];
    const before = await addressesOf(clerk, [...secret, files.frontPhoto]);
    for (const name of secret) expect(await statusOf(before[name]!)).toBe(200);
    await handedOver(files);
    for (const name of secret) expect(await statusOf(before[name]!), name).toBe(404);
    const after = await addressesOf(clerk, [...secret, files.frontPhoto]);
    for (const name of secret) expect(after[name]).toBe('');
    expect(await statusOf(after[files.frontPhoto]!)).toBe(200);
  });

  it('are read through the order, by who may see it, and every reading is in the log', async () => {
    const files = await papers();
    const id = await handedOver(files);
    const other = await handedOver(await papers());
    for (const property of ['idPhotos', 'licencePhotos', 'attachments'] as const)
      for (const name of files[property]) {
        const seen = await see(clerk, id, property, name);
        expect(seen.http, property).toBe(200);
        expect(seen.headers['cache-control']).toBe('no-store');
        expect(seen.headers['content-type']).toBe(property === 'attachments' ? 'application/pdf' : 'image/png');
      }
    const [name] = files.idPhotos as [string];
    // Of another order, of another property, of a driver who has nothing to do with it.
    expect((await see(clerk, other, 'idPhotos', name)).http).toBe(404);
    expect((await see(clerk, id, 'licencePhotos', name)).http).toBe(404);
    expect((await see(delivery, id, 'idPhotos', name)).http).toBe(404);
    expect((await app.app.inject(`/api/resources/order/${id}/files/orderTask/idPhotos/${name}`)).statusCode).toBe(401);
    const { rows } = await sql<Record<string, unknown>>`
      select username, "statusCode", params from "operationLog"
      where module = 'order' and action = 'view' and "objectId" = ${String(id)} order by id
    `.execute(app.db);
    expect(rows).toMatchObject([
      ...[...files.idPhotos, ...files.licencePhotos, ...files.attachments].map(() => ({
        username: 'clerk',
        statusCode: 200,
      })),
      { username: 'clerk', statusCode: 404, params: { property: 'orderTask.licencePhotos', file: name } },
      { username: 'delivery', statusCode: 404 },
    ]);
  });

  it('are not taken into another record by somebody who has read their names', async () => {
    const files = await papers();
    await handedOver(files);
    const [carId] = await addCars(app, 1);
    const id = await orderIn(app, manager, 1, carId!);
    app.at('2027-03-01 10:00');
    const task = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
    const taken = await manager.post('/order/pickup', { ...task, idPhotos: files.idPhotos });
    expect(fieldsOf(taken)).toEqual(['idPhotos']);
    const admin = await app.as('admin');
    const violation = {
      carId,
      time: '2027-02-01 10:00:00',
      behavior: 'speeding',
      location: 'A1',
      points: 0,
      fine: 500,
    };
    const saved = await admin.post('/car/violation/save', { ...violation, documents: files.idPhotos });
    expect(saved.errors).toEqual({ documents: 'Not a file that was uploaded' });
    // Who uploaded them may use them again, and a record keeps what it has.
    const own = await upload(admin);
    const kept = accepted(await admin.post<{ id: number }>('/car/violation/save', { ...violation, documents: [own] }));
    accepted(await admin.post('/car/violation/save', { id: kept.data.id, ...violation, fine: 600, documents: [own] }));
    expect(
      (await admin.inject({ method: 'GET', url: `/api/resources/violation/${kept.data.id}/files/documents/${own}` }))
        .http,
    ).toBe(200);
  });

  it('lose their address with the upgrade where a handover of before holds them', async () => {
    const files = await papers();
    await handedOver(files);
    // As a release left them that knew no private lists.
    await sql`drop trigger "_filesPrivate" on "orderTask"`.execute(app.db);
    await sql`update "_file" set private = false`.execute(app.db);
    await sql`delete from migration where starts_with(name, 'http-private-files-held')`.execute(app.db);
    await sql`update "appMeta" set value = 'older' where key = 'tables'`.execute(app.db);
    const [name] = files.idPhotos as [string];
    const old = (await addressesOf(clerk, [name]))[name]!;
    expect(await statusOf(old)).toBe(200);
    const next = await buildApp({
      ...application,
      pool: app.pool,
      settings: {
        dataDir: app.dataDir,
        logLevel: 'silent',
        trustProxy: ['loopback'],
        defaultZone: 'Asia/Bangkok',
        imageOrigins: [],
      },
    });
    await next.data.applyTables();
    await next.close();
    expect(await statusOf(old)).toBe(404);
    const { rows } = await sql<{
      held: boolean;
    }>`select private as held from "_file" where name = ${files.frontPhoto}`.execute(app.db);
    expect(rows).toEqual([{ held: false }]);
  });
});
