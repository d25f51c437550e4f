import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client } from './app.ts';
import { startChannels, type Simulator } from './channelSimulator.ts';
import { accepted, addCars, startRentalApp, type RentalApp } from './rental.ts';

interface Told {
  readonly id: number;
  readonly kind: string;
  readonly topic: string;
  readonly text: string;
  readonly time: string;
  readonly read: boolean;
  readonly resource: string;
  readonly recordId: number;
}
export interface NoticePage {
  readonly list: readonly Told[];
  readonly next: number | null;
}

/** What somebody is told, newest first, in the words of a language. */
export const toldTo = async (client: Client, language = 'en-US'): Promise<readonly Told[]> =>
  accepted(await client.get<NoticePage>('/account/notifications', {}, { 'accept-language': language })).data.list;

export const kindsFor = async (client: Client): Promise<readonly string[]> =>
  (await toldTo(client)).map(({ kind }) => kind);

/** What each of these is told of. */
export const everybody = (
  users: readonly Client[],
  ...others: readonly Client[]
): Promise<readonly (readonly string[])[]> => Promise.all([...users, ...others].map(kindsFor));

export const unread = async (client: Client): Promise<number> =>
  accepted(await client.get<{ unread: number }>('/account/notifications/unread')).data.unread;

/** The product with those who are told, for the tests of one file; before each of them nobody has been told anything. */
export function openNotices() {
  const desk = {} as {
    app: RentalApp;
    accounts: Accounts;
    fliggy: Simulator;
    manager: Client;
    clerk: Client;
    ops: Client;
  };
  beforeAll(async () => {
    const app = await startRentalApp();
    const admin = await app.as('admin');
    const { fliggy } = await startChannels(app);
    const [manager, clerk, ops] = await Promise.all([app.as('storeManager'), app.as('clerk'), app.as('ops')]);
    await addCars(app, 20);
    Object.assign(desk, { app, accounts: accountsOf(app, () => admin), fliggy, manager, clerk, ops });
  });
  afterAll(() => desk.app?.close());
  beforeEach(async () => {
    desk.app.at('2027-02-22 12:00');
    await sql`delete from "_notice"`.execute(desk.app.db);
  });

  const spread = async (): Promise<void> => {
    await desk.app.app.background.doNow('_dueNotices');
    await desk.app.app.background.doNow('_notices');
  };
  /** A clerk of one store. */
  const clerkOf = async (storeId: number, changes = {}) =>
    desk.accounts.makeUser({ dataScope: 1, storeIds: [storeId], ...changes });
  let orders = 0;
  /** An order that comes in by itself; answers its id. */
  async function comesIn(changes = {}): Promise<number> {
    const orderNo = `N-${++orders}`;
    accepted(await desk.fliggy.send({ kind: 'create', orderNo, ...changes }));
    const { rows } = await sql<{ id: number }>`select id from "order" where "channelOrderNo" = ${orderNo}`.execute(
      desk.app.db,
    );
    return rows[0]!.id;
  }
  return Object.assign(desk, { spread, clerkOf, comesIn });
}
