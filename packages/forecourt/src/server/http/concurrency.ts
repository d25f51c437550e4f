/** More work waits for its turn than the server takes on. */
export class QueueFull extends Error {}

/** More work of one alone waits than the server keeps for anybody: whoever it is has to wait, the others need not. */
export class ShareFull extends Error {}

interface Limits {
  /** Pieces of work that run side by side. */
  readonly atOnce: number;
  /** That wait, over all. */
  readonly waiting: number;
  /** Of these, at most so many of one (a user, an address). Without it, who it is plays no part. */
  readonly share?: { readonly atOnce: number; readonly waiting: number };
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets `atOnce` pieces of heavy work run side by side, `waiting` more queue, and turns away the rest (QueueFull). Those who wait take turns by
 * `who`, so that nobody stands behind a hundred pieces of somebody else; who has a full share is turned away alone (ShareFull).
 */
export function limitConcurrency({
  atOnce,
  waiting,
  share = { atOnce, waiting },
}: Limits): <T>(work: () => Promise<T>, who?: string) => Promise<T> {
  let running = 0;
  let queued = 0;
  /** In the order of their next turns. */
  const queues = new Map<string, Queue>();

  function begin(who: string, queue: Queue): void {
    running++;
    queue.running++;
    // Behind all others.
    queues.delete(who);
    queues.set(who, queue);
  }

  function forget(who: string, queue: Queue): void {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(who);
  }

  function next(): void {
    if (running >= atOnce) return;
    for (const [who, queue] of queues) {
      if (queue.running >= share.atOnce) continue;
      const start = queue.waiting.shift();
      if (!start) continue;
      queued--;
      begin(who, queue);
      start();
      return;
    }
  }

  return async (work, who = '') => {
    let queue = queues.get(who);
    if (!queue) queues.set(who, (queue = { running: 0, waiting: [] }));
    if (running < atOnce && queue.running < share.atOnce) begin(who, queue);
    else {
      if (queue.waiting.length >= share.waiting) throw new ShareFull(`too much heavy work of ${who} at once`);
      if (queued >= waiting) {
        forget(who, queue);
        throw new QueueFull('too much heavy work at once');
      }
      queued++;
      const { waiting: line } = queue;
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      running--;
      queue.running--;
      forget(who, queue);
      next();
    }
  };
}
