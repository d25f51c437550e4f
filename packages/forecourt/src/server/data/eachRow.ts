import { Refusal, refuseFields } from '../errors.ts';
import type { RemoveManyResult } from './layer.ts';

const MOST = 200;

/** Runs something for each of up to 200 ids, each by itself. What is refused is reported with its reason, the rest is done. Refuses what is no list of ids. */
export async function eachRow(
  given: unknown,
  reasonOf: (error: Refusal) => string,
  run: (id: unknown) => Promise<void>,
): Promise<RemoveManyResult> {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST) throw refuseFields({ ids: 'msg.invalid' });
  const failures: { id: number; message: string }[] = [];
  let count = 0;
  for (const id of new Set(given as unknown[])) {
    try {
      await run(id);
      count++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Of what is no number at all nothing can be named.
      const named = typeof id === 'number' ? id : typeof id === 'string' ? Number(id) || 0 : 0;
      failures.push({ id: named, message: reasonOf(error) });
    }
  }
  return { count, failures };
}
