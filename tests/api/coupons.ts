import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Answer, Client } from './app.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, startRentalApp, type RentalApp } from './rental.ts';

export interface Coupon {
  readonly id: number;
  readonly code: string;
  readonly type: 1 | 2;
  readonly status: 0 | 1 | -1;
  readonly amount: number | null;
  readonly discountAmount: number | null;
  readonly rentalPeriod: number | null;
  readonly discountDays: number | null;
  readonly orderId: number | null;
  readonly orderNo: string;
  readonly memberName: string;
  readonly sourceOrderNo: string;
  readonly image: string;
  readonly cnyRate: number;
}

interface Info {
  readonly orderNo: string;
  readonly total: number;
  readonly couponCode: string;
  readonly coupon: Coupon | null;
  readonly actions: readonly string[];
  readonly fees: readonly { item: string; amount: number; voided: number }[];
}

export const AMOUNT = { type: 1, amount: 3000, discountAmount: 400 };

export const DAYS = { type: 2, rentalPeriod: 3, discountDays: 1 };

/** Coupons at the desk and the back office; afterwards the books agree. */
export function openCoupons() {
  let app: RentalApp;
  let ops: Client;
  let manager: Client;
  let clerk: Client;
  beforeAll(async () => {
    app = await startRentalApp();
    ops = await app.as('ops');
    manager = await app.as('storeManager');
    clerk = await app.as('clerk');
    await addCars(app, 20);
  });
  afterAll(async () => {
    await expectSoundMoney(app.db);
    await app.close();
  });

  const info = async (id: number): Promise<Info> => accepted(await manager.get<Info>(`/order/info/${id}`)).data;
  const save = (body: object): Promise<Answer<{ ids: number[] }>> => ops.post('/coupon/save', body);
  const redeem = (
    orderId: number,
    code: string,
  ): Promise<Answer<{ coupon: Coupon; discount: number; total: number }>> =>
    clerk.post('/order/coupon/redeem', { orderId, code });
  const list = async (query: Record<string, string | number> = {}): Promise<readonly Coupon[]> =>
    accepted(
      await ops.get<{ list: Coupon[] }>(
        `/coupon/list?${new URLSearchParams({ pageNo: '1', pageSize: '100', ...query } as Record<string, string>)}`,
      ),
    ).data.list;
  const coupon = async (id: number): Promise<Coupon> => (await list({ id }))[0]!;
  /** A new coupon of the kind, as the list shows it. */
  const made = async (body: object = AMOUNT): Promise<Coupon> => coupon(accepted(await save(body)).data.ids[0]!);
  const rowOf = async (id: number): Promise<unknown> =>
    (await sql`select to_jsonb(c) as c from coupon c where id = ${id}`.execute(app.db)).rows[0];
  return {
    get app() {
      return app;
    },
    get ops() {
      return ops;
    },
    get manager() {
      return manager;
    },
    get clerk() {
      return clerk;
    },
    info,
    save,
    redeem,
    list,
    coupon,
    made,
    rowOf,
  };
}
