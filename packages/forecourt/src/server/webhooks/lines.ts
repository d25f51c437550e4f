interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets so many pieces of work of each one (a webhook) run side by side; what comes while they do waits, in its order. */
export function createLines(atOnce: number): <T>(who: number, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<number, Line>();
  return async (who, work) => {
    const line = lines.get(who) ?? { running: 0, waiting: [] };
    lines.set(who, line);
    // Whoever ends hands its place on.
    if (line.running < atOnce) line.running++;
    else await new Promise<void>((begin) => line.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.running === 0) lines.delete(who);
    }
  };
}
