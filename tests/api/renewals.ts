import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Answer, Client } from './app.ts';
import { brokenHolds, expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, orderIn, startRentalApp, type RentalApp } from './rental.ts';

interface Info {
  readonly orderNo: string;
  readonly total: number;
  readonly due: number;
  readonly payStatus: 0 | 1;
  readonly plannedReturnTime: string;
  readonly rentalDays: number;
  readonly rentalHours: number;
  readonly actions: readonly string[];
  readonly contractStatus: number;
  readonly fees: readonly { item: string; amount: number; source: string; renewalId: number | null; voided: number }[];
  readonly renewals: readonly Renewal[];
}
export interface Renewal {
  readonly id: number;
  readonly time: string;
  readonly previousTime: string;
  readonly fee: number;
  readonly remarks: string;
  readonly status: number;
  readonly cancelReason: string;
}
interface Quote {
  readonly fee: number;
  readonly days: number;
  readonly hours: number;
  readonly total: number;
  readonly fees: readonly { item: string; amount: number }[];
  readonly conflicts: readonly { code: string; kind: string; orderId: number | null; message: string }[];
  readonly warnings: readonly { code: string }[];
}

/** The product with a desk at which rentals are renewed, for the tests of one file; at their end money and holds are sound. */
export function openRenewals() {
  const desk = {} as { app: RentalApp; manager: Client; clerk: Client };
  beforeAll(async () => {
    desk.app = await startRentalApp();
    desk.manager = await desk.app.as('storeManager');
    desk.clerk = await desk.app.as('clerk');
  });
  afterAll(async () => {
    await expectSoundMoney(desk.app.db);
    expect(await brokenHolds(desk.app.db)).toEqual([]);
    await desk.app.close();
  });

  const info = async (id: number): Promise<Info> => accepted(await desk.manager.get<Info>(`/order/info/${id}`)).data;
  const quote = async (orderId: number, time: string): Promise<Quote> =>
    accepted(await desk.clerk.post<Quote>('/order/renewquote', { orderId, time })).data;
  const renew = (orderId: number, time: string, more: object = {}): Promise<Answer<{ id: number; fee: number }>> =>
    desk.clerk.post('/order/renew', { orderId, time, ...more });
  const cancel = (id: number, reason = 'changed plans'): Promise<Answer<null>> =>
    desk.manager.post('/order/cancelrenew', { id, reason });
  const state = async (id: number): Promise<unknown> =>
    (
      await sql`select to_jsonb(o) as "order", (select jsonb_agg(f order by f.id) from "orderFee" f where f."orderId" = o.id) as fees,
        (select jsonb_agg(r order by r.id) from renewal r where r."orderId" = o.id) as renewals,
        (select to_jsonb(h) from hold h where h.kind = 'order' and h."sourceId" = o.id) as hold from "order" o where id = ${id}`.execute(
        desk.app.db,
      )
    ).rows[0];

  /** Example 1 under way (3 days, 3,950) with a car of its own; the clock stands at its pickup. */
  const underWay = async (): Promise<{ id: number; carId: number }> => {
    const [carId] = await addCars(desk.app, 1);
    return { id: await orderIn(desk.app, desk.manager, 2, carId!), carId: carId! };
  };
  return Object.assign(desk, { info, quote, renew, cancel, state, underWay });
}
