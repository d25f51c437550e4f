import { setImmediate } from 'node:timers/promises';

/** Others get their turn after so long. */
const TURN_MS = 10;
/** Items between two looks at the clock. */
const LOOK = 20;

/** Visits many items without keeping others waiting. */
export async function inTurns<T>(items: readonly T[], visit: (item: T, at: number) => void): Promise<void> {
  let end = performance.now() + TURN_MS;
  for (const [at, item] of items.entries()) {
    if (at % LOOK === 0 && performance.now() > end) {
      await setImmediate();
      end = performance.now() + TURN_MS;
    }
    visit(item, at);
  }
}
