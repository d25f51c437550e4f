import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../src/framework/server/contract.ts';
import { brokenHolds, unsoundOrders } from '../api/orderInvariants.ts';
import { type Api, NotAnswered } from './rental.ts';

interface Request {
  readonly path: string;
  /** What tells its record from all others: the renter's phone, or the brand's name. */
  readonly mark: string;
  readonly body: Record<string, unknown>;
  readonly key: string;
}

/** Sends changes without pause and remembers what was acknowledged and what was not. */
export interface Writers {
  /** Sends until each of them was left without an answer, or until told to stop. Resolves when all stand still. */
  run(): Promise<void>;
  stop(): void;
  /** Sends again, with their keys, what was not acknowledged; every one must succeed now. */
  retry(): Promise<void>;
  /** Every acknowledged change is there once and whole, and nothing else is. */
  check(pool: Pool): Promise<void>;
  /** Acknowledged at first, and unanswered then. */
  counts(): { readonly acknowledged: number; readonly unanswered: number };
}

const DAY = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

export function createWriters(
  api: Api,
  fleet: { storeId: number; subModelId: number; carIds: readonly number[] },
): Writers {
  const orders = new Map<string, number>();
  const brands = new Map<string, number>();
  const unanswered: Request[] = [];
  let sent = 0;
  let lost = 0;
  let stopped = false;

  /** The next rental of a car: two days after the one before, so that all of them fit. */
  function orderRequest(carId: number, turn: number): Request {
    sent += 1;
    const mark = `138${String(10_000_000 + sent)}`;
    return {
      path: '/order/save',
      mark,
      key: randomUUID(),
      body: {
        renterName: '张三丰',
        renterCountryCode: '+86',
        renterPhone: mark,
        renterIdType: 2,
        renterIdNo: `E${mark}`,
        pickupStoreId: fleet.storeId,
        returnStoreId: fleet.storeId,
        subModelId: fleet.subModelId,
        carId,
        plannedPickupTime: `${day(2 + turn * 2)} 10:00:00`,
        plannedReturnTime: `${day(3 + turn * 2)} 10:00:00`,
        pickupType: 0,
        returnType: 0,
        depositType: 3,
      },
    };
  }
  function brandRequest(): Request {
    sent += 1;
    const mark = `Brand ${sent}`;
    return { path: '/car/brand/save', mark, key: randomUUID(), body: { name: mark } };
  }
  const send = async (request: Request): Promise<void> => {
    const { id } = await api.post(request.path, request.body, request.key);
    (request.path === '/order/save' ? orders : brands).set(request.mark, id);
  };

  const turns = fleet.carIds.map(() => 0);
  async function write(next: () => Request): Promise<void> {
    while (!stopped) {
      const request = next();
      try {
        await send(request);
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        lost += 1;
        unanswered.push(request);
        return;
      }
    }
  }

  return {
    async run() {
      stopped = false;
      const lines = fleet.carIds.map((carId, line) => write(() => orderRequest(carId, turns[line]!++)));
      await Promise.all([...lines, write(brandRequest)]);
    },
    stop: () => (stopped = true),
    async retry() {
      for (const request of unanswered.splice(0)) {
        await send(request);
        // Again: the same record, not another.
        const again = await api.post(request.path, request.body, request.key);
        expect(again.id).toBe((request.path === '/order/save' ? orders : brands).get(request.mark));
      }
    },
    async check(pool) {
      const known = new Set(unanswered.map(({ mark }) => mark));
      const { rows: stored } = await pool.query<{
        id: number;
        mark: string;
        holds: number;
        fees: number;
        history: number;
        log: number;
        member: boolean;
      }>(`
        select o.id, o."renterPhone" as mark, o."memberId" is not null as member,
          (select count(*)::int from hold h where h.kind = 'order' and h."sourceId" = o.id and h."carId" = o."carId") as holds,
          (select count(*)::int from "orderFee" f where f."orderId" = o.id and f.voided = 0) as fees,
          (select count(*)::int from "recordChange" c where c.entity = 'order' and c."recordId" = o.id) as history,
          (select count(*)::int from "operationLog" l where l.module = 'order' and l.action = 'save' and l."objectId" = o.id::text) as log
        from "order" o`);
      expect(
        stored.filter(
          ({ holds, fees, history, log, member }) => !(holds === 1 && fees >= 3 && history >= 1 && log === 1 && member),
        ),
      ).toEqual([]);
      expectExactly(stored, orders, known);
      const { rows: made } = await pool.query<{ id: number; mark: string; history: number; log: number }>(`
        select b.id, b.name as mark,
          (select count(*)::int from "recordChange" c where c.entity = 'brand' and c."recordId" = b.id) as history,
          (select count(*)::int from "operationLog" l where l.module = 'brand' and l."objectId" = b.id::text) as log
        from brand b where b.name like 'Brand %'`);
      expect(made.filter(({ history, log }) => history !== 1 || log !== 1)).toEqual([]);
      expectExactly(made, brands, known);
      const { rows: orphans } = await pool.query(`
        select 'fee' as what, id from "orderFee" f where not exists(select 1 from "order" o where o.id = f."orderId")
        union all select 'hold', id from hold h where not exists(select 1 from "order" o where o.id = h."sourceId")`);
      expect(orphans).toEqual([]);
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      expect([...(await unsoundOrders(db)), ...(await brokenHolds(db))]).toEqual([]);
    },
    counts: () => ({ acknowledged: orders.size + brands.size, unanswered: lost }),
  };
}

/** Each acknowledged record is stored once under the id that was answered; what else is stored was sent and not answered. */
function expectExactly(
  stored: readonly { id: number; mark: string }[],
  acknowledged: ReadonlyMap<string, number>,
  unanswered: ReadonlySet<string>,
): void {
  const byMark = new Map(stored.map(({ mark, id }) => [mark, id]));
  expect(byMark.size).toBe(stored.length);
  expect([...acknowledged].filter(([mark, id]) => byMark.get(mark) !== id)).toEqual([]);
  expect([...byMark.keys()].filter((mark) => !acknowledged.has(mark) && !unanswered.has(mark))).toEqual([]);
}
