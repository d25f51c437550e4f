import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PageAnswer } from '../../packages/forecourt/src/server/http/dashboards/index.ts';
import { accountsOf, type Accounts } from './accounts.ts';
import type { Client, Query } from './app.ts';
import { accepted, book, orderIn, RENTAL, startRentalApp, type RentalApp } from './rental.ts';

export type Widget = PageAnswer['sections'][number]['widgets'][number];

type Figure = Widget['figures'][number];

export const WORKPLACE = '/dashboard/workplace';

export const ANALYSIS = '/dashboard/analysis';

export const PERIOD = { dateStart: '2027-02-01', dateEnd: '2027-03-31' };

/** Addresses of the lists that figures lead to. */
const LISTS: Readonly<Record<string, string>> = {
  order: '/order/list',
  vehicle: '/car/list',
  carTrip: '/car/trip/list',
  refund: '/order/refund/list',
  deduction: '/order/deduct/list',
  deposit: '/order/deposit/list',
  preauth: '/order/preauth/list',
  violation: '/car/violation/list',
  insuranceReminder: '/car/insurance/list',
  inspectionReminder: '/car/annualinspection/list',
  maintenanceReminder: '/car/maintenance/list',
  outbox: '/system/outbox/list',
  document: '/member/document/list',
  channelMessage: '/channels/message/list',
  payment: '/order/payment/list',
};

/** One figure of a widget, asked for alone: the whole, and what each group comes to. */
export async function figureOf(client: Client, path: string, widget: string, key: string, query: Query = {}) {
  const { data } = accepted(await client.get<PageAnswer>(path, { ...query, widget }));
  const { figures, groups } = data.sections[0]!.widgets[0]!;
  const place = figures.findIndex((one) => one.key === key);
  return { ...figures[place]!, groups: groups.map((group) => ({ key: group.key, value: group.values[place] })) };
}

/** Every figure is the number of rows of the list that it leads to, or a sum over them, for whoever asks (D-DASH-01, D-DASH-02, D-PERM-07). */
export function openFigures() {
  let app: RentalApp;
  let admin: Client;
  let accounts: Accounts;

  const page = async (path: string, query: Query = {}, client = admin): Promise<PageAnswer> =>
    accepted(await client.get<PageAnswer>(path, query)).data;
  const widgetsOf = ({ sections }: PageAnswer): readonly Widget[] => sections.flatMap(({ widgets }) => widgets);
  const widget = (answer: PageAnswer, key: string): Widget => widgetsOf(answer).find((one) => one.key === key)!;
  const figure = (answer: PageAnswer, of: string, key = of): Figure =>
    widget(answer, of).figures.find((one) => one.key === key)!;

  const listed = async (resource: string, filter: Query, client = admin): Promise<number> =>
    accepted(await client.get<{ total: number }>(LISTS[resource]!, filter)).data.total;

  /** Filter of the rows of one group of a figure. */
  function narrowed({ list, opens }: Figure, group: Widget['groups'][number]): Query | undefined {
    if (!list || !opens) return undefined;
    if (opens.by === 'time')
      return { ...list.filter, [`${opens.filter}Start`]: group.start!, [`${opens.filter}End`]: group.end! };
    if (opens.by === 'times') return { ...list.filter, [opens.filter]: `${group.start!},${group.end!}` };
    return { ...list.filter, [opens.filter]: group.key ?? 'none' };
  }

  /** Every whole number of a page, and that of each group, with what its list says. */
  async function compareAll(answer: PageAnswer, client: Client): Promise<number> {
    let compared = 0;
    for (const one of widgetsOf(answer))
      for (const [place, each] of one.figures.entries()) {
        if (each.format !== 'integer' || !each.list) continue;
        expect([one.key, each.key, each.total]).toEqual([
          one.key,
          each.key,
          await listed(each.list.resource, each.list.filter, client),
        ]);
        compared += 1;
        for (const group of one.groups) {
          const filter = narrowed(each, group);
          expect(filter).toBeDefined();
          expect([one.key, each.key, group.key, group.values[place]]).toEqual([
            one.key,
            each.key,
            group.key,
            await listed(each.list.resource, filter!, client),
          ]);
        }
        if (one.groups.length > 0 && one.more === 0)
          expect(one.groups.reduce((sum, { values }) => sum + Number(values[place]), 0)).toBe(each.total);
      }
    return compared;
  }

  beforeAll(async () => {
    app = await startRentalApp();
    admin = await app.as('admin');
    const manager = await app.as('storeManager');
    accounts = accountsOf(app, () => admin);
    await orderIn(app, manager, 3, 1);
    await orderIn(app, manager, 2, 2);
    app.at('2027-02-22 12:00');
    const shown = { plannedPickupTime: '2027-03-05 14:00:00', plannedReturnTime: '2027-03-08 10:00:00' };
    const cancelled = await book(admin, { ...shown, depositType: 1 });
    accepted(await admin.post('/order/cancel', { id: cancelled, reason: 'changed plans' }));
    await book(admin, {
      ...shown,
      depositType: 1,
      channel: 1,
      channelOrderNo: 'C-1',
      pickupStoreId: RENTAL.chiangMai,
      returnStoreId: RENTAL.chiangMai,
    });
    await book(admin, { ...shown, subModelId: RENTAL.camry, depositType: 1 });
    await sql`update vehicle set "storeId" = ${RENTAL.airport} where id = 5`.execute(app.db);
    const late = {
      plannedPickupTime: '2027-03-05 23:30:00',
      pickupStoreId: RENTAL.airport,
      returnStoreId: RENTAL.airport,
    };
    await book(admin, { ...shown, ...late });
    // Payments to the satang, on both sides of midnight and of the period.
    await sql`
      insert into payment ("orderId", "storeId", type, amount, method, time, "feeItem") values
        (1, 1, 1, 123457, 1, '2027-02-01T00:00:00+07:00', 'total'), (1, 1, 2, 3458, 1, '2027-03-31T23:59:59+07:00', 'total'),
        (2, 1, 1, 1, 1, '2027-01-31T23:59:59+07:00', 'total'), (2, 1, 1, 1, 1, '2027-04-01T00:00:00+07:00', 'total')`.execute(
      app.db,
    );
    const damage = { orderId: 1, feeItem: 'total', amount: 1, method: 1, reason: 'test', status: 0 };
    await sql`insert into refund ("refundNo", "orderId", "feeItem", amount, method, reason, status, "applyTime")
      values ('RF1', ${damage.orderId}, 'total', 100, 1, 'test', 0, now())`.execute(app.db);
    await sql`insert into violation ("carId", "storeId", time, behavior, location, points, fine, status, match)
      values (1, 1, '2027-02-20T00:00:00Z', 'speeding', 'Patong', 1, 100, 0, 'none'), (7, 3, '2027-02-20T00:00:00Z', 'parking', 'Nimman', 1, 100, 0, 'none')`.execute(
      app.db,
    );
    await sql`insert into outbox (channel, topic, recipient, payload, state, tries, "storeId") values ('channel', 'pickup', 'x', '{}', 'failed', 9, 1)`.execute(
      app.db,
    );
    app.at('2027-03-05 12:00');
  });
  afterAll(() => app.close());
  return {
    get app() {
      return app;
    },
    get admin() {
      return admin;
    },
    get accounts() {
      return accounts;
    },
    page,
    widgetsOf,
    widget,
    figure,
    listed,
    narrowed,
    compareAll,
  };
}
