import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../contract.ts';
import type { DataLayer } from '../data/index.ts';
import { refuse, refuseFields } from '../errors.ts';
import { MIN_PASSWORD, type PasswordRule } from '../passwords/index.ts';
import { dataAnswer, textAnswer } from './envelope.ts';
import { readInput } from './inputs.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { callerOf } from './request.ts';
import { requireOwnSignInNames } from './signInNames.ts';
import { addRoute } from './route.ts';

interface RegistrationOptions {
  /** Whether anybody may apply at all (`ALLOW_REGISTRATION`). */
  readonly open: boolean;
  /** What the form begins with. */
  readonly countryCode: string;
  readonly passwords: PasswordRule;
}

export const DEFAULT_COUNTRY_CODE = '+86';

/** D-AUTH-07: how long a code lives, how often one is sent, how often it may be guessed at. */
const LIFE_MINUTES = 5;
const PAUSE_SECONDS = 60;
const MOST_A_DAY = 10;
const MOST_OF_ALL_A_DAY = 300;
const GUESSES = 5;
/** Per address; the limits per phone are the database's. */
const PER_MINUTE = 10;

interface Phone {
  readonly phone: string;
  readonly countryCode: string;
}

interface Application extends Phone {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly captcha: string;
}

const PHONE = {
  phone: { type: 'string', pattern: '^[0-9][0-9 -]{3,19}$', maxLength: 20 },
  countryCode: { type: 'string', pattern: '^\\+[1-9][0-9]{0,3}$', maxLength: 5 },
} as const;

const SMS = readInput<Phone>({ type: 'object', required: ['phone', 'countryCode'], properties: PHONE });

/** `081 234 5678` in Thailand is +66812345678 everywhere. */
const international = ({ phone, countryCode }: Phone): string =>
  countryCode + phone.replace(/[ -]/g, '').replace(/^0+/, '');

/** Whether the codes of all phones together are used up: nobody sends thousands of texts at the cost of the house (D-AUTH-07). */
async function isDayFull(db: Database): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from "_verification" v, unnest(v."sentTimes") one where one > now() - interval '1 day'
  `.execute(db);
  return rows[0]!.sent >= MOST_OF_ALL_A_DAY;
}

/** Remembers the code of a phone; false when one was sent a moment ago, or too many today. */
async function rememberCode(db: Database, phone: string, codeHash: string): Promise<boolean> {
  const { rows } = await sql`
    insert into "_verification" as v (phone, "codeHash", "expireTime", "sentTimes")
    values (${phone}, ${codeHash}, now() + make_interval(mins => ${LIFE_MINUTES}), array[now()])
    on conflict (phone) do update set
      "codeHash" = excluded."codeHash", "expireTime" = excluded."expireTime", guesses = 0,
      "sentTimes" = array(select one from unnest(v."sentTimes") one where one > now() - interval '1 day') || now()
    where (
      select count(*) filter (where one > now() - make_interval(secs => ${PAUSE_SECONDS})) = 0
         and count(*) filter (where one > now() - interval '1 day') < ${MOST_A_DAY}
      from unnest(v."sentTimes") one
    )
    returning 1
  `.execute(db);
  await sql`
    delete from "_verification" where phone in (
      select phone from "_verification" where "expireTime" < now() - interval '1 day' limit 100 for update skip locked
    )
  `.execute(db);
  return rows.length === 1;
}

/** Counts the guess before it is looked at. Answers what it must match, or nothing when there is no living code. */
async function takeGuess(db: Database, phone: string): Promise<string | undefined> {
  const { rows } = await sql<{ codeHash: string }>`
    update "_verification" set guesses = guesses + 1
    where phone = ${phone} and "codeHash" is not null and "expireTime" > now() and guesses < ${GUESSES} returning "codeHash"
  `.execute(db);
  return rows[0]?.codeHash;
}

/** A code serves once. */
async function useUp(db: Database, phone: string, codeHash: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update "_verification" set "codeHash" = null where phone = ${phone} and "codeHash" = ${codeHash}
  `.execute(db);
  if (numAffectedRows !== 1n) throw refuseFields({ captcha: 'msg.captcha.wrong' });
}

/** Applying for an account: the code that proves the phone, and the application, which gives no access by itself (D-AUTH-06, D-AUTH-07). */
export function addRegistration(
  app: FastifyInstance,
  data: DataLayer,
  { open, countryCode, passwords }: RegistrationOptions,
): void {
  const { username, email } = data.model.entities.get('user')!.schema.properties;
  const APPLICATION = readInput<Application>({
    type: 'object',
    required: ['username', 'phone', 'countryCode', 'email', 'password', 'captcha'],
    properties: {
      ...PHONE,
      username,
      email,
      password: { type: 'string', minLength: MIN_PASSWORD, maxLength: 200 },
      captcha: { type: 'string', maxLength: 20 },
    },
  });
  const requireOpen = (): void => {
    if (!open) throw refuse('msg.register.closed');
  };

  addRoute(app, {
    method: 'GET',
    path: '/account/register',
    permission: 'public',
    handle: async (request) => dataAnswer(request, { allowed: open, countryCode }),
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/sms',
    permission: 'public',
    perMinute: PER_MINUTE,
    async handle(request) {
      requireOpen();
      const to = international(SMS(request));
      // Before the hash, which takes its time.
      if (await isDayFull(data.db)) {
        request.log.warn({ most: MOST_OF_ALL_A_DAY }, 'no more codes by SMS today: too many were asked for');
        throw refuse('msg.captcha.dayFull');
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const codeHash = await hashPassword(code, `at ${request.ip}`);
      const text = await data.change(callerOf(request), async ({ db, write }) => {
        if (!(await rememberCode(db, to, codeHash))) throw refuse('msg.captcha.tooOften');
        const message = request.t('msg.captcha.text', { code, minutes: LIFE_MINUTES });
        await write.message({
          channel: 'sms',
          topic: 'verification-code',
          to,
          payload: { text: message },
          shown: message.replace(code, '******'),
        });
        return null;
      });
      return textAnswer(request, text, 'msg.captcha.sent');
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/account/register',
    permission: 'public',
    perMinute: PER_MINUTE,
    log: { module: 'account', action: 'register' },
    async handle(request) {
      request.logged = { payload: request.body };
      requireOpen();
      const { username: name, email: address, password, captcha, ...given } = APPLICATION(request);
      const phone = international(given);
      const problem = await passwords.problem(password, { username: name, phone, email: address }, data.db);
      if (problem) throw refuseFields({ password: problem });
      const codeHash = await takeGuess(data.db, phone);
      if (!codeHash || !(await verifyPassword(codeHash, captcha, `at ${request.ip}`)))
        throw refuseFields({ captcha: 'msg.captcha.wrong' });
      const hashed = await hashPassword(password, `at ${request.ip}`);
      const text = await data.change(callerOf(request), async ({ db, write }) => {
        await useUp(db, phone, codeHash);
        await requireOwnSignInNames(db, { username: name, phone });
        const user = { username: name, name, phone, email: address, password: hashed, status: 0 };
        await write.insert('user', user);
        return null;
      });
      return textAnswer(request, text, 'msg.register.done');
    },
  });
}
