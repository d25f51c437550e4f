import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, NotAnswered } from '../faults/rental.ts';

/** An order as its writer left it, by what was acknowledged. */
export interface Written {
  readonly id: number;
  readonly carId: number;
  /** What tells it from all others. */
  readonly phone: string;
  payment?: { readonly id: number; readonly amount: number };
  /** Wall-clock time in the zone of the store. */
  plannedReturnTime: string;
  remark?: string;
}

/** One call that was acknowledged: when it was sent for the last time, and when the answer came (milliseconds of `performance`). */
export interface Acknowledgement {
  readonly sent: number;
  readonly at: number;
}

export interface Writers {
  /** Writes until `stop`; resolves when every writer has heard the answer to his last call. Rejects when one is told something that cannot be. */
  run(): Promise<void>;
  stop(): void;
  readonly written: ReadonlyMap<number, Written>;
  readonly acknowledged: readonly Acknowledgement[];
  /** Attempts that were left without an answer or told that the service is away. */
  unanswered(): number;
  /** Bookings that another writer was quicker with. */
  taken(): number;
  /** The longest that anybody waited for any answer, milliseconds. */
  slowest(): number;
}

interface Fleet {
  readonly storeId: number;
  readonly subModelId: number;
  readonly carIds: readonly number[];
}

const DAY = 86_400_000;
const PAUSE_MS = 200;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
/** The words of the exclusion constraint and of the check before it. */
const TAKEN = /The vehicle is (booked|not free)/;

/** Two writers a car: they want the same days of it, one after the other. Each call is repeated with its key until it is answered. */
export function createWriters(api: Api, fleet: Fleet, count: number, logFile: string): Writers {
  const written = new Map<number, Written>();
  const acknowledged: Acknowledgement[] = [];
  const log = createWriteStream(logFile);
  const begun = Date.now();
  let number = 0;
  let stopped = false;
  let unanswered = 0;
  let taken = 0;
  let slowest = 0;

  async function call(path: string, body: unknown): Promise<{ id: number }> {
    const key = randomUUID();
    for (let attempt = 1; ; attempt++) {
      const sent = performance.now();
      const tell = (outcome: string): void => {
        slowest = Math.max(slowest, performance.now() - sent);
        log.write(
          `${JSON.stringify({ at: Date.now() - begun, ms: Math.round(performance.now() - sent), path, key, attempt, outcome })}\n`,
        );
      };
      try {
        const answer = await api.post(path, body, key);
        acknowledged.push({ sent, at: performance.now() });
        tell(`acknowledged ${answer?.id ?? ''}`);
        return answer;
      } catch (error) {
        tell(String(error));
        if (!(error instanceof NotAnswered)) throw error;
        unanswered++;
        await delay(PAUSE_MS);
      }
    }
  }

  async function book(carId: number, turn: number): Promise<Written | undefined> {
    number += 1;
    const phone = `138${String(10_000_000 + number)}`;
    const plannedReturnTime = `${day(3 + turn * 2)} 10:00:00`;
    try {
      const { id } = await call('/order/save', {
        renterName: '张三丰',
        renterCountryCode: '+86',
        renterPhone: phone,
        renterIdType: 2,
        renterIdNo: `E${phone}`,
        pickupStoreId: fleet.storeId,
        returnStoreId: fleet.storeId,
        subModelId: fleet.subModelId,
        carId,
        plannedPickupTime: `${day(2 + turn * 2)} 10:00:00`,
        plannedReturnTime,
        pickupType: 0,
        returnType: 0,
        depositType: 3,
      });
      const order: Written = { id, carId, phone, plannedReturnTime };
      written.set(id, order);
      return order;
    } catch (error) {
      if (!TAKEN.test(String(error))) throw error;
      taken++;
      return undefined;
    }
  }

  /** Booked, paid in part, kept two hours longer, and remarked on: each by a call of its own. */
  async function write(carId: number): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      const order = await book(carId, turn);
      if (!order) continue;
      const amount = 100 + (number % 400);
      const { id } = await call('/order/payment/save', { orderId: order.id, amount, method: 5 });
      order.payment = { id, amount };
      const later = order.plannedReturnTime.replace('10:00', '12:00');
      await call('/order/edittime', { id: order.id, plannedReturnTime: later });
      order.plannedReturnTime = later;
      const remark = `remark ${order.phone}`;
      await call('/order/remark', { id: order.id, remark });
      order.remark = remark;
    }
  }

  return {
    async run() {
      const cars = fleet.carIds;
      try {
        await Promise.all(Array.from({ length: count }, (_, at) => write(cars[at % cars.length]!)));
      } finally {
        stopped = true;
        log.end();
      }
    },
    stop: () => (stopped = true),
    written,
    acknowledged,
    unanswered: () => unanswered,
    taken: () => taken,
    slowest: () => slowest,
  };
}
