import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from 'forecourt/server';
import type { Answer } from './app.ts';

/** So many meetings a test; `npm run test:long` has more. */
const MEETINGS = Number(process.env['MEETINGS'] ?? 6);
/** How long all meetings of a test may take, on a busy machine. */
export const MEETINGS_MS = 30_000 + MEETINGS * 2_000;

/** Two that want something at the same moment. */
interface Meeting {
  /** What both wait for, so that the order in which they get it is the one in which they ask; a statement that locks it. */
  readonly at: RawBuilder<unknown>;
  readonly one: () => Promise<Answer>;
  readonly other: () => Promise<Answer>;
}

/** Who got it first; `chance` where nobody held them up. */
type Way = 'one' | 'other' | 'chance';

/** How many statements wait for something that another transaction holds. */
export const waiting = async (db: Database): Promise<number> =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
  ).rows[0]!.count;

/** Lets both ask while what they ask for is held, one after the other, and then lets go of it. */
async function inTurn(db: Database, at: Meeting['at'], calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const asked: Promise<Answer>[] = [];
  let open = 0;
  await db.transaction().execute(async (holder) => {
    await at.execute(holder);
    for (const call of calls) {
      open += 1;
      asked.push(call().finally(() => (open -= 1)));
      // Some are answered without what is held.
      await expect.poll(async () => (await waiting(db)) >= open, { interval: 2 }).toBe(true);
    }
  });
  return Promise.all(asked);
}

/**
 * Has the two meet again and again: one first, the other first, and with nothing but a few milliseconds between them. Answers come as those of `one` and
 * of `other`. Whoever is refused reads a sentence.
 */
export async function meetAgain(
  db: Database,
  prepare: () => Promise<Meeting>,
  judge: (one: Answer, other: Answer, way: Way) => Promise<void> | void,
): Promise<void> {
  for (let round = 0; round < MEETINGS; round++) {
    const { at, one, other } = await prepare();
    const way: Way = (['one', 'other', 'chance'] as const)[round % 3]!;
    let answers: Answer[];
    if (way === 'one') answers = await inTurn(db, at, [one, other]);
    else if (way === 'other') answers = (await inTurn(db, at, [other, one])).toReversed();
    else {
      const late = (call: () => Promise<Answer>, ms: number) =>
        new Promise((resolve) => setTimeout(resolve, ms)).then(call);
      const between = ((round * 7) % 31) - 15;
      answers = await Promise.all([late(one, Math.max(0, between)), late(other, Math.max(0, -between))]);
    }
    for (const answer of answers) expectSentence(answer);
    await judge(answers[0]!, answers[1]!, way);
  }
}

/** What a refusal says is for people: no key of a text, nothing of the database, no hole where a value belongs. */
export function expectSentence({ http, statusCode, message, errors }: Answer): void {
  if (statusCode === 200) return;
  expect([200, 409]).toContain(http);
  const said = Object.values(errors).map(String);
  for (const text of said.length > 0 ? said : [message]) {
    expect(text).toMatch(/^[A-Z].* .*$/s);
    expect(text).not.toMatch(
      /\b[a-z]+\.[a-zA-Z]+\b|[{}_]|constraint|deadlock|duplicate key|undefined|null|Parameter error/,
    );
  }
}
