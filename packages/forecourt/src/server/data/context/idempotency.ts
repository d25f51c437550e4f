import { createHash } from 'node:crypto';
import { refuse } from '../../errors.ts';
import type { Caller, ChangeOptions } from '../caller.ts';
import type { Connection } from '../query/index.ts';
import { prepared, SQL } from '../sql/index.ts';
import type { SaveKey } from '../writer/index.ts';

const MAX_KEY = 200;

/** In place of an answer that was secret, or was about somebody who is erased: the key says that it was done, and nothing else. */
export const NOT_KEPT = '';

const fingerprint = (caller: Caller, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([caller.call?.method, caller.call?.path, body ?? null]))
    .digest('base64url');

/** The key of a call as it is kept; undefined where it has none. Refuses what cannot be one. */
export function keyOf(caller: Caller, { idempotencyKey: key, body }: ChangeOptions): SaveKey | undefined {
  if (key === undefined) return undefined;
  if (key === '' || key.length > MAX_KEY || key.includes('\0')) throw refuse('msg.parameterError');
  return { key, request: fingerprint(caller, body) };
}

/**
 * The answer that was given to this key within a day before; undefined when there is none. The same key with another body is refused, and so is one whose answer is not
 * there any more: what was done is never done again.
 */
export async function knownAnswer(
  connection: Connection,
  caller: Caller,
  { key, request }: SaveKey,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ request: string; answer: string | null }>(
    prepared(
      SQL`select request, answer from idempotency where "userId" = $1 and key = $2 and "createTime" >= $3::timestamptz - interval '24 hours'`,
      [caller.actor.id, key, new Date(caller.now)],
    ),
  );
  const [first] = rows;
  if (first && first.request !== request) throw refuse('msg.idempotencyReused');
  if (first?.answer === NOT_KEPT) throw refuse('msg.answerNotKept');
  return first && (first.answer ?? 'null');
}

/**
 * Takes the key for this transaction. Answers the stored first answer when the call was already done; a second call at the same time
 * waits here, on the unique index, until the first has committed or given up. The same key with another body is refused (D-API-07).
 */
export async function takeKey(
  connection: Connection,
  caller: Caller,
  options: ChangeOptions,
): Promise<string | undefined> {
  const taken = keyOf(caller, options);
  if (!taken) return undefined;
  const { rows } = await connection.query<{ taken: boolean }>(
    prepared(
      SQL`insert into idempotency ("userId", key, request, "createTime") values ($1, $2, $3, $4) on conflict ("userId", key)
       do update set request = excluded.request, answer = null, "createTime" = excluded."createTime" where idempotency."createTime" < excluded."createTime" - interval '24 hours'
       returning true as taken`,
      [caller.actor.id, taken.key, taken.request, new Date(caller.now)],
    ),
  );
  if (rows.length > 0) return undefined;
  const first = await knownAnswer(connection, caller, taken);
  if (first === undefined) throw refuse('msg.idempotencyReused');
  return first;
}

/** Keeps the answer beside the key, in the same transaction as the change; not of a call whose answer is secret. */
export async function keepAnswer(
  connection: Connection,
  caller: Caller,
  options: ChangeOptions,
  answer: string,
): Promise<void> {
  if (options.idempotencyKey === undefined) return;
  await connection.query(
    prepared(SQL`update idempotency set answer = $3 where "userId" = $1 and key = $2`, [
      caller.actor.id,
      options.idempotencyKey,
      options.secretAnswer ? NOT_KEPT : answer,
    ]),
  );
}
