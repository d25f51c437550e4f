import { createHash } from 'node:crypto';
import { refuse } from '../../errors.ts';
import type { Caller, ChangeOptions } from '../layer.ts';
import type { Connection } from '../query/index.ts';
import { prepared, SQL } from '../sql/index.ts';

const MAX_KEY = 200;

const fingerprint = (caller: Caller, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([caller.call?.method, caller.call?.path, body ?? null]))
    .digest('base64url');

/**
 * Takes the key for this transaction. Answers the stored first answer when the call was already done; a second call at the same time
 * waits here, on the unique index, until the first has committed or given up. The same key with another body is refused (D-API-07).
 */
export async function takeKey(
  connection: Connection,
  caller: Caller,
  options: ChangeOptions,
): Promise<string | undefined> {
  const key = options.idempotencyKey;
  if (key === undefined) return undefined;
  if (key === '' || key.length > MAX_KEY || key.includes('\0')) throw refuse('msg.parameterError');
  const request = fingerprint(caller, options.body);
  const { rows } = await connection.query<{ taken: boolean }>(
    prepared(
      SQL`insert into idempotency ("userId", key, request, "createTime") values ($1, $2, $3, $4) on conflict ("userId", key)
       do update set request = excluded.request, answer = null, "createTime" = excluded."createTime" where idempotency."createTime" < excluded."createTime" - interval '24 hours'
       returning true as taken`,
      [caller.actor.id, key, request, new Date(caller.now)],
    ),
  );
  if (rows.length > 0) return undefined;
  const stored = await connection.query<{ request: string; answer: string | null }>(
    prepared(SQL`select request, answer from idempotency where "userId" = $1 and key = $2`, [caller.actor.id, key]),
  );
  const first = stored.rows[0];
  if (!first || first.request !== request) throw refuse('msg.idempotencyReused');
  return first.answer ?? 'null';
}

/** Keeps the answer beside the key, in the same transaction as the change. */
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
      answer,
    ]),
  );
}
