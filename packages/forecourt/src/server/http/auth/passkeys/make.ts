import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import {
  beginStandIns,
  keepPasskey,
  knownOf,
  waysOf,
  type Passkeys,
  type RegistrationResponseJSON,
} from '../../../auth/index.ts';
import type { DataLayer } from '../../../data/index.ts';
import { conflict, refuse } from '../../../errors.ts';
import { dataAnswer, type Answer } from '../../envelope.ts';
import { callerOf } from '../../request.ts';
import { refusalOf, type Challenge, type Challenges } from './challenges.ts';

export interface PasskeyParts {
  readonly data: DataLayer;
  readonly challenges: Challenges;
  /** Undefined: nobody has said where the application is opened, and a passkey is made for one address. */
  readonly passkeys: Passkeys | undefined;
}

export function requirePasskeys({ passkeys }: Pick<PasskeyParts, 'passkeys'>): Passkeys {
  if (!passkeys) throw refuse('msg.passkey.noAddress');
  return passkeys;
}

type Options = { readonly challenge: string };

/** The options for the browser, with the cookie by which it alone can answer. */
export function challengeAnswer(
  { challenges }: Pick<PasskeyParts, 'challenges'>,
  request: FastifyRequest,
  options: Options,
  made: Challenge,
): Answer {
  const answer = dataAnswer(request, options);
  return { ...answer, headers: { ...answer.headers, 'set-cookie': challenges.keep(request, options.challenge, made) } };
}

interface Owner {
  readonly id: number;
  readonly username: string;
}

/** The browser is told to make a passkey, where there is none of this user yet. */
export async function beginPasskey(
  parts: PasskeyParts,
  request: FastifyRequest,
  { id, username }: Owner,
  made: Challenge,
): Promise<Answer> {
  const passkeys = requirePasskeys(parts);
  const { handle, known } = await knownOf(parts.data.db, id);
  const { rows } = await sql<{ name: string | null }>`select name from "user" where id = ${id}`.execute(parts.data.db);
  const options = await passkeys.creation({ username, name: rows[0]?.name ?? '', handle }, known);
  return challengeAnswer(parts, request, options, { ...made, handle });
}

interface Made {
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}

/** Keeps the passkey that the browser has made. With the first second factor of a user come recovery codes; else there are none. */
export async function makePasskey(
  parts: PasskeyParts,
  request: FastifyRequest,
  { id, username }: Owner,
  made: Challenge,
  { name, response }: Made,
): Promise<readonly string[]> {
  const { data, challenges } = parts;
  const passkeys = requirePasskeys(parts);
  const { challenge, handle = '' } = await challenges.take(request, response, made);
  const passkey = await passkeys.created({ response, challenge }).catch(async (error: unknown) => {
    throw await refusalOf(data, request, error, username);
  });
  const text = await data.change(callerOf(request), async ({ db }) => {
    const before = await waysOf(db, id);
    const kept = await keepPasskey(db, id, { ...passkey, handle, name: name.trim() });
    if (kept !== 'kept') throw conflict(`msg.passkey.${kept}`);
    return before.app || before.passkey ? [] : beginStandIns(db, id);
  });
  return JSON.parse(text) as readonly string[];
}
