import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from 'forecourt/server';
import { brokenHolds, unsoundOrders } from '../api/orderInvariants.ts';
import { type Api, NotAnswered } from './rental.ts';

interface Request {
  readonly path: string;
  /** What tells its record from all others: the renter's phone, the channel's number of the order, or the brand's name. */
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

const CHANNEL = '/channels/inbound/zuzuche';
const DAY = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

export function createWriters(
  api: Api,
  fleet: { storeId: number; subModelId: number; carIds: readonly number[] },
): Writers {
  const orders = new Map<string, number>();
  const brands = new Map<string, number>();
  const channelOrders = new Map<string, number>();
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
  /** A message of a channel, far away from the rentals of the cars; it is known again by its own number. */
  function channelRequest(): Request {
    sent += 1;
    const mark = `ZZ-${sent}`;
    const start = 4_000 + sent * 2;
    return {
      path: CHANNEL,
      mark,
      key: '',
      body: {
        notify_id: `message of ${mark}`.replaceAll(' ', '-'),
        event: 'order.created',
        order_no: mark,
        pickup_store: fleet.storeId,
        return_store: fleet.storeId,
        vehicle_model: fleet.subModelId,
        pickup_time: `${day(start)} 10:00:00`,
        return_time: `${day(start + 1)} 10:00:00`,
        driver_name: 'Li Ming',
        driver_mobile: `139${String(10_000_000 + sent)}`,
        driver_id_type: 2,
        driver_id_no: `Z${10_000_000 + sent}`,
      },
    };
  }
  /** Sends it and answers what was answered: the number of an order that a channel has sent, else the id. */
  async function answerOf({ path, body, key }: Request): Promise<number> {
    if (path !== CHANNEL) return (await api.post(path, body, key)).id;
    const { result, orderNo } = await api.asChannel<{ result: string; orderNo: string }>(body);
    expect(result).toBe('applied');
    return Number(orderNo.slice(1));
  }
  const kept = ({ path }: Request) => (path === CHANNEL ? channelOrders : path === '/order/save' ? orders : brands);
  const send = async (request: Request): Promise<void> => {
    const answer = await answerOf(request);
    kept(request).set(request.mark, answer);
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
      await Promise.all([...lines, write(brandRequest), write(channelRequest)]);
    },
    stop: () => (stopped = true),
    async retry() {
      for (const request of unanswered.splice(0)) {
        await send(request);
        // Again: the same record, not another.
        expect(await answerOf(request)).toBe(kept(request).get(request.mark));
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
        from "order" o where o.channel = 4`);
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
      const { rows: channelled } = await pool.query<{ id: number; mark: string; state: string; linked: boolean }>(`
        select substr(o."orderNo", 2)::bigint as id, coalesce(o."channelOrderNo", m."channelOrderNo") as mark, m.state, m."orderId" = o.id as linked
        from "channelMessage" m full join "order" o on o."channelOrderNo" = m."channelOrderNo" where o.channel = 3 or m.id is not null`);
      expect(channelled.filter(({ state, linked }) => state !== 'applied' || !linked)).toEqual([]);
      expectExactly(channelled, channelOrders, known);
      const { rows: orphans } = await pool.query(`
        select 'fee' as what, id from "orderFee" f where not exists(select 1 from "order" o where o.id = f."orderId")
        union all select 'hold', id from hold h where not exists(select 1 from "order" o where o.id = h."sourceId")`);
      expect(orphans).toEqual([]);
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      expect([...(await unsoundOrders(db)), ...(await brokenHolds(db))]).toEqual([]);
    },
    counts: () => ({ acknowledged: orders.size + brands.size + channelOrders.size, unanswered: lost }),
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
