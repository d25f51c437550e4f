import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import { Refusal } from '../errors.ts';
import { limitConcurrency } from './concurrency.ts';

/** D-AUTH-09: so many failures within the window lock for as long, a name from one address and an address for all names. */
const FAILURES_OF_NAME = 5;
const FAILURES_OF_ADDRESS = 30;
const WINDOW_MINUTES = 15;
/** From where a user signed in within this time he is known there. */
const KNOWN_DAYS = 90;

/** Somebody at the sign-in form. */
export interface Attempt {
  /** `user 7`, or `name x` where nobody is called that. */
  readonly name: string;
  readonly userId: number | undefined;
  readonly ip: string;
}

/** Whom an address stands for: an IPv4 address, or the network of an IPv6 one, within which anybody has billions of them. */
function placeOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const groups =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const keysOf = ({ name, ip }: Attempt): { here: string; place: string } => ({
  here: `${name} at ${placeOf(ip)}`,
  place: `at ${placeOf(ip)}`,
});

/** `busy`: as many attempts as may fail are under way; what is not counted is neither right nor wrong. */
type Counted = 'counted' | 'busy' | 'locked';

/** Counts an attempt while few enough have failed or are under way. All nodes count in the one database. */
async function count(db: Database, key: string, most: number): Promise<Counted> {
  const { rows } = await sql<{ counted: Counted }>`
    insert into "_signIn" as s (key, attempts) values (${key}, array[now()])
    on conflict (key) do update set
      attempts = case
        when s."lockedUntil" > now() then s.attempts
        when s."lockedUntil" is not null then array[now()]
        else (
          select case when count(*) < ${most} then array_agg(one order by one) || now() else array_agg(one order by one) end
          from unnest(s.attempts) one where one > now() - make_interval(mins => ${WINDOW_MINUTES})
        )
      end,
      "lockedUntil" = case when s."lockedUntil" > now() then s."lockedUntil" end
    returning case
      when "lockedUntil" is not null then 'locked'
      when attempts[cardinality(attempts)] = now() then 'counted'
      else 'busy'
    end as counted
  `.execute(db);
  return rows[0]!.counted;
}

/** One attempt less: it was no failure. */
async function uncount(db: Database, key: string): Promise<void> {
  await sql`
    update "_signIn" set attempts = attempts[1:cardinality(attempts) - 1] where key = ${key} and "lockedUntil" is null
  `.execute(db);
  await sql`delete from "_signIn" where key = ${key} and cardinality(attempts) = 0`.execute(db);
}

async function isKnown(db: Database, { userId, ip }: Attempt): Promise<boolean> {
  if (userId === undefined) return false;
  const { rows } = await sql`
    select from "_knownPlace" where "userId" = ${userId} and place = ${placeOf(ip)} and "lastTime" > now() - make_interval(days => ${KNOWN_DAYS})
  `.execute(db);
  return rows.length > 0;
}

/** At the address first: whoever is stopped there has not tried the name. */
async function countBoth(db: Database, attempt: Attempt): Promise<{ readonly at: Counted; readonly place: Counted }> {
  const keys = keysOf(attempt);
  const place = await count(db, keys.place, FAILURES_OF_ADDRESS);
  if (place !== 'counted' && !(await isKnown(db, attempt))) return { at: place, place };
  const at = await count(db, keys.here, FAILURES_OF_NAME);
  // The password is not looked at: nobody has guessed.
  if (at !== 'counted' && place === 'counted') await uncount(db, keys.place);
  return { at, place };
}

/** A name at an address is tried once at a time, an address eight times: who comes meanwhile waits and is not taken for wrong. */
const byName = limitConcurrency({ atOnce: 1_000, waiting: 1_000, share: { atOnce: 1, waiting: 60 } });
const byPlace = limitConcurrency({ atOnce: 1_000, waiting: 1_000, share: { atOnce: 8, waiting: 300 } });

/**
 * Checks a password, counted before it is looked at, so that a hundred at once are not a hundred guesses. What strangers do elsewhere locks nobody
 * out; what they do at the same address does not lock out who signed in from there before. `locked`, and it was not looked at. Throws `msg.tooManyRequests`,
 * and counts nothing, where too many are under way.
 *
 * @param check whether the password is right; `who` stands in line for the heavy work.
 */
export async function tryPassword(
  db: Database,
  attempt: Attempt,
  check: (who: string) => Promise<boolean>,
): Promise<'right' | 'wrong' | 'locked'> {
  const { here, place: there } = keysOf(attempt);
  const once = async (): Promise<'right' | 'wrong' | 'locked'> => {
    const { at, place } = await countBoth(db, attempt);
    if (at === 'busy') throw new Refusal('msg.tooManyRequests', { code: 429, http: 429 });
    if (at === 'locked') return 'locked';
    if (!(await check(here))) {
      await noteFailure(db, attempt);
      return 'wrong';
    }
    await noteSuccess(db, attempt, place === 'counted');
    return 'right';
  };
  return byName(() => byPlace(once, there), here);
}

async function noteFailure(db: Database, attempt: Attempt): Promise<void> {
  const { here, place } = keysOf(attempt);
  for (const [key, most] of [
    [place, FAILURES_OF_ADDRESS],
    [here, FAILURES_OF_NAME],
  ] as const)
    await sql`
      update "_signIn" set "lockedUntil" = now() + make_interval(mins => ${WINDOW_MINUTES})
      where key = ${key} and cardinality(attempts) >= ${most} and "lockedUntil" is null
    `.execute(db);
  // Names and addresses that nobody tries any more.
  await sql`
    delete from "_signIn" where key in (
      select key from "_signIn"
      where attempts[cardinality(attempts)] < now() - make_interval(mins => ${2 * WINDOW_MINUTES}) limit 100 for update skip locked
    )
  `.execute(db);
}

/** It was no failure: the name is free here, the address has one less, and the user is known there. */
async function noteSuccess(db: Database, attempt: Attempt, countedAtPlace: boolean): Promise<void> {
  const { here, place } = keysOf(attempt);
  await sql`delete from "_signIn" where key = ${here}`.execute(db);
  if (countedAtPlace) await uncount(db, place);
  if (attempt.userId === undefined) return;
  await sql`
    insert into "_knownPlace" ("userId", place, "lastTime") values (${attempt.userId}, ${placeOf(attempt.ip)}, now())
    on conflict ("userId", place) do update set "lastTime" = excluded."lastTime"
  `.execute(db);
  await sql`
    delete from "_knownPlace" where "userId" = ${attempt.userId} and "lastTime" < now() - make_interval(days => ${KNOWN_DAYS})
  `.execute(db);
}
