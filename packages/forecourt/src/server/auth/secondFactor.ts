import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import { SecretLost, type SecretBox } from '../secrets/index.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recoveryCodes.ts';
import { newSecret, stepOf } from './totp.ts';

/** So many wrong codes of a user, from wherever, and none is looked at for as many minutes. */
const FAILURES = 5;
const LOCK_MINUTES = 15;

/** `locked`: it was not looked at. `lost`: it is no recovery code, and no key of this server opens the secret to look at it. */
export type CodeOutcome = 'right' | 'wrong' | 'locked' | 'lost';

/** What the user "u" has for a second factor. */
const HAS_APP = sql<boolean>`exists (select from "_secondFactor" f where f."userId" = u.id and f."confirmedTime" is not null)`;
const HAS_PASSKEY = sql<boolean>`exists (select from "_passkey" p where p."userId" = u.id)`;

const purposeOf = (userId: number): string => `second factor ${userId}`;

/** What a sign-in still needs after the password: a code, a second factor of one's own, another password. */
export type NextStep = 'code' | 'enrol' | 'password';

interface Shown {
  /** The second factor was shown. */
  readonly shown?: boolean;
  /** Somebody came by a sign-in provider, without the password. */
  readonly byProvider?: boolean;
}

/** A confirmed second factor is asked for; a role that needs one has its user make one first. A new password comes last; undefined: nothing is missing. */
export async function nextStepOf(
  db: Database,
  userId: number,
  { shown = false, byProvider = false }: Shown = {},
): Promise<NextStep | undefined> {
  const { rows } = await sql<{ has: boolean; needs: boolean | null; chooses: boolean | null }>`
    select ${HAS_APP} or ${HAS_PASSKEY} as has, (to_jsonb(r)->>'secondFactor')::boolean as needs,
      (to_jsonb(u)->>'changesPassword')::boolean as chooses
    from "user" u left join role r on r.id = u."roleId" where u.id = ${userId}
  `.execute(db);
  const { has = false, needs, chooses } = rows[0] ?? {};
  if (!shown && has) return 'code';
  if (!shown && needs) return 'enrol';
  return chooses && !byProvider ? 'password' : undefined;
}

/** Makes a secret, which counts for nothing until a code of it is shown. Undefined where the user has a second factor. */
export async function beginFactor(db: Database, secrets: SecretBox, userId: number): Promise<string | undefined> {
  const secret = newSecret();
  const { numAffectedRows } = await sql`
    insert into "_secondFactor" as f ("userId", secret) values (${userId}, ${secrets.seal(secret, purposeOf(userId))})
    on conflict ("userId") do update set secret = excluded.secret, "createTime" = now(), "usedStep" = 0 where f."confirmedTime" is null
  `.execute(db);
  return numAffectedRows === 1n ? secret : undefined;
}

/** Undefined where the secret was sealed with a key that this server does not have. */
function openedSecret(secrets: SecretBox, sealed: string, userId: number): string | undefined {
  try {
    return secrets.open(sealed, purposeOf(userId));
  } catch (error) {
    if (error instanceof SecretLost) return undefined;
    throw error;
  }
}

interface Kept {
  readonly secret: string;
  readonly used: number;
  readonly seconds: number;
  readonly locked: boolean;
}

/**
 * Looks at a code of the app, or where `recovery` says so at one of the recovery codes, and uses it up. In a transaction of its own, in which it locks
 * the user's factor: guesses come one after the other, and each counts.
 */
async function tryCode(
  db: Database,
  secrets: SecretBox,
  { userId, code, confirmed }: { readonly userId: number; readonly code: string; readonly confirmed: boolean },
): Promise<CodeOutcome> {
  return db.transaction().execute(async (within) => {
    const { rows } = await sql<Kept>`
      select secret, "usedStep"::float8 as used, extract(epoch from clock_timestamp())::float8 as seconds,
        failures >= ${FAILURES} and "failedTime" > now() - make_interval(mins => ${LOCK_MINUTES}) as locked
      from "_secondFactor" where "userId" = ${userId} and ("confirmedTime" is not null) = ${confirmed} for update
    `.execute(within);
    const kept = rows[0];
    if (kept?.locked) return 'locked';
    const recovery = confirmed ? hashOfRecoveryCode(code) : undefined;
    if (recovery) {
      const spent = await sql`
        delete from "_recoveryCode" where "userId" = ${userId} and hash = ${recovery}
      `.execute(within);
      if (spent.numAffectedRows === 1n) return 'right';
    }
    // Passkeys alone: nothing else than a recovery code is looked at.
    if (!kept) return 'wrong';
    const secret = openedSecret(secrets, kept.secret, userId);
    if (secret === undefined) return 'lost';
    const step = stepOf(secret, code.replace(/\s/g, ''), kept.seconds, kept.used);
    await (
      step === undefined
        ? sql`
          update "_secondFactor" set "failedTime" = now(),
            failures = case when "failedTime" > now() - make_interval(mins => ${LOCK_MINUTES}) then failures + 1 else 1 end
          where "userId" = ${userId}
        `
        : sql`update "_secondFactor" set "usedStep" = ${step}, failures = 0 where "userId" = ${userId}`
    ).execute(within);
    return step === undefined ? 'wrong' : 'right';
  });
}

/** Whether it is a code of the user's app now, or a recovery code; neither works twice. */
export const checkCode = (db: Database, secrets: SecretBox, userId: number, code: string): Promise<CodeOutcome> =>
  tryCode(db, secrets, { userId, code, confirmed: true });

/** Gives the user ten new recovery codes in place of the old ones. They exist nowhere but in this answer. */
export async function renewRecoveryCodes(db: Database, userId: number): Promise<readonly string[]> {
  const codes = newRecoveryCodes();
  await sql`delete from "_recoveryCode" where "userId" = ${userId}`.execute(db);
  await sql`
    insert into "_recoveryCode" ("userId", hash) select ${userId}, hash from unnest(${codes.map(hashOfRecoveryCode)}::bytea[]) hash
  `.execute(db);
  return codes;
}

/** Whether it is a code of the secret that `beginFactor` made. */
export const checkNewCode = (db: Database, secrets: SecretBox, userId: number, code: string): Promise<CodeOutcome> =>
  tryCode(db, secrets, { userId, code, confirmed: false });

/** Recovery codes for the first second factor of a user; nothing stands in for it that was there before. */
export async function beginStandIns(db: Database, userId: number): Promise<readonly string[]> {
  await sql`delete from "_rememberedDevice" where "userId" = ${userId}`.execute(db);
  return renewRecoveryCodes(db, userId);
}

/**
 * From now on a sign-in asks for it. Undefined where it was confirmed before, or no code of the secret was shown that is there now; else recovery codes, which
 * a user with a passkey has already: none.
 */
export async function confirmFactor(db: Database, userId: number): Promise<readonly string[] | undefined> {
  const { passkey } = await waysOf(db, userId);
  const { numAffectedRows } = await sql`
    update "_secondFactor" set "confirmedTime" = now() where "userId" = ${userId} and "confirmedTime" is null and "usedStep" > 0
  `.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  return passkey ? [] : beginStandIns(db, userId);
}

/** Removes the app; what stands in for it goes with the last second factor. Answers whether there was one. */
export async function removeFactor(db: Database, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from "_secondFactor" where "userId" = ${userId}`.execute(db);
  return numAffectedRows === 1n;
}

/** What a user can show, and whether it can go. */
interface Ways {
  readonly app: boolean;
  readonly passkey: boolean;
  /** The role needs a second factor. */
  readonly required: boolean;
}

export async function waysOf(db: Database, userId: number): Promise<Ways> {
  const { rows } = await sql<Ways>`
    select ${HAS_APP} as app, ${HAS_PASSKEY} as passkey, coalesce((to_jsonb(r)->>'secondFactor')::boolean, false) as required
    from "user" u left join role r on r.id = u."roleId" where u.id = ${userId}
  `.execute(db);
  return rows[0]!;
}

/** Whether the role needs a second factor and the user has none; asked once one is removed, in the same transaction. */
export async function lacksFactor(db: Database, userId: number): Promise<boolean> {
  const { app, passkey, required } = await waysOf(db, userId);
  return required && !app && !passkey;
}

/** What the user sees of his or her own. */
export interface FactorState {
  /** There is an authenticator app. */
  readonly confirmed: boolean;
  /** It cannot be removed: the role needs one, and there is no passkey. */
  readonly required: boolean;
  readonly codesLeft: number;
}

export async function factorState(db: Database, userId: number): Promise<FactorState> {
  const { app, passkey, required } = await waysOf(db, userId);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from "_recoveryCode" where "userId" = ${userId}
  `.execute(db);
  return { confirmed: app, required: required && !passkey, codesLeft: rows[0]!.left };
}
