interface Waiting<One> {
  readonly one: One;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes what comes in the same moment together, and what comes while that is written with the next: each by itself would be a transaction that
 * waits for the disk. Whoever gave one hears when it is written, or why it could not be.
 *
 * @example const settle = createGathering<Ended>((all) => writeRows(pool, all)); await settle(ended);
 */
export function createGathering<One>(write: (all: readonly One[]) => Promise<void>): (one: One) => Promise<void> {
  let waiting: Waiting<One>[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    // Whoever comes in the same moment comes along.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      try {
        await write(all.map(({ one }) => one));
        for (const { resolve } of all) resolve();
      } catch (error) {
        for (const { reject } of all) reject(error);
      }
    }
    writing = false;
  }

  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (!writing) void writeAll();
    });
}
