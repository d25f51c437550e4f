import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';

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

/** Counts an attempt, and answers whether there were few enough. All nodes count in the one database. */
async function count(db: Database, key: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    insert into "_signIn" as s (key, attempts) values (${key}, array[now()])
    on conflict (key) do update set
      attempts = case
        when s."lockedUntil" > now() then s.attempts
        when s."lockedUntil" is not null then array[now()]
        else array(select one from unnest(s.attempts) one where one > now() - make_interval(mins => ${WINDOW_MINUTES})) || now()
      end,
      "lockedUntil" = case when s."lockedUntil" > now() then s."lockedUntil" end
    returning ("lockedUntil" is null and cardinality(attempts) <= ${most}) as allowed
  `.execute(db);
  return rows[0]!.allowed;
}

async function isKnown(db: Database, { userId, ip }: Attempt): Promise<boolean> {
  if (userId === undefined) return false;
  const { rows } = await sql`
    select from "_knownPlace" where "userId" = ${userId} and place = ${placeOf(ip)} and "lastTime" > now() - make_interval(days => ${KNOWN_DAYS})
  `.execute(db);
  return rows.length > 0;
}

/**
 * Counts an attempt before the password is looked at, so that a hundred at once are not a hundred guesses. Answers whether it may go on. What
 * strangers do elsewhere locks nobody out; what they do at the same address does not lock out who signed in from there before.
 */
export async function mayTry(db: Database, attempt: Attempt): Promise<boolean> {
  const { here, place } = keysOf(attempt);
  const [few, fewHere] = [await count(db, place, FAILURES_OF_ADDRESS), await count(db, here, FAILURES_OF_NAME)];
  return fewHere && (few || (await isKnown(db, attempt)));
}

export async function noteFailure(db: Database, attempt: Attempt): Promise<void> {
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
export async function noteSuccess(db: Database, attempt: Attempt): Promise<void> {
  const { here, place } = keysOf(attempt);
  await sql`delete from "_signIn" where key = ${here}`.execute(db);
  await sql`
    update "_signIn" set attempts = attempts[1:cardinality(attempts) - 1] where key = ${place} and "lockedUntil" is null
  `.execute(db);
  await sql`delete from "_signIn" where key = ${place} and cardinality(attempts) = 0`.execute(db);
  if (attempt.userId === undefined) return;
  await sql`
    insert into "_knownPlace" ("userId", place, "lastTime") values (${attempt.userId}, ${placeOf(attempt.ip)}, now())
    on conflict ("userId", place) do update set "lastTime" = excluded."lastTime"
  `.execute(db);
  await sql`
    delete from "_knownPlace" where "userId" = ${attempt.userId} and "lastTime" < now() - make_interval(days => ${KNOWN_DAYS})
  `.execute(db);
}
