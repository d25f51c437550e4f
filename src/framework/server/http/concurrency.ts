/** More work waits for its turn than the server takes on. */
export class QueueFull extends Error {}

/** Lets `atOnce` pieces of heavy work run side by side, `waiting` more queue, and turns away the rest (QueueFull). */
export function limitConcurrency({
  atOnce,
  waiting,
}: {
  atOnce: number;
  waiting: number;
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new QueueFull('too much heavy work at once');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
