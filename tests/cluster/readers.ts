import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, NotAnswered } from '../faults/rental.ts';

/** Somebody who looks at the list of orders all the time. */
export interface Reader {
  run(): Promise<void>;
  stop(): void;
  /** Lists that were asked for, and those among them that did not come. */
  counts(): { readonly asked: number; readonly failed: number };
  /** The longest time between two lists that came, milliseconds. */
  longest(): number;
}

const EVERY_MS = 100;

export function createReader(api: Api, logFile: string): Reader {
  const log = createWriteStream(logFile);
  let stopped = false;
  let asked = 0;
  let failed = 0;
  let longest = 0;
  let last = performance.now();
  return {
    async run() {
      last = performance.now();
      while (!stopped) {
        asked++;
        const sent = performance.now();
        try {
          await api.get('/order/list?pageNo=1&pageSize=10');
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        } catch (error) {
          if (!(error instanceof NotAnswered)) throw error;
          failed++;
          const ms = Math.round(performance.now() - sent);
          log.write(`${JSON.stringify({ time: new Date(), ms, outcome: String(error) })}\n`);
        }
        await delay(EVERY_MS);
      }
      log.end();
    },
    stop: () => (stopped = true),
    counts: () => ({ asked, failed }),
    longest: () => longest,
  };
}
