import { defineCall, ID, object, STRING } from '../../calls/index.ts';
import { defineCommand, type Command, type Context, type ResourceHooks, type Row } from '../contract.ts';
import { conflict, refuseFields } from '../errors.ts';
import { newKey, wrongAddress } from '../http/index.ts';
import type { HeldScope } from './heldScope.ts';
import { requireHeld } from './heldUser.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MOST_DAYS = 366;

function requireEnd(values: Row, { now }: Context): void {
  const end = values['expireTime'];
  if (!(end instanceof Date)) return;
  if (end.getTime() <= now) throw refuseFields({ expireTime: 'msg.apiKey.endPast' });
  if (end.getTime() > now + MOST_DAYS * DAY_MS) throw refuseFields({ expireTime: 'msg.apiKey.endFar' });
}

/** API keys: never with more rights than whoever makes them, for a year at most, from addresses that can be read. */
export const apiKeyHooks = (scope: HeldScope): ResourceHooks => ({
  async beforeSave({ values, before }, context) {
    if (before && before['status'] !== 1) throw conflict('msg.apiKey.revoked');
    if (before) await requireHeld(before['userId'] as number, scope, context);
    const userId = values['userId'] as number | undefined;
    if (userId !== undefined && userId !== before?.['userId']) await requireHeld(userId, scope, context);
    requireEnd(values, context);
    const wrong = typeof values['addresses'] === 'string' ? wrongAddress(values['addresses']) : undefined;
    if (wrong !== undefined) throw refuseFields({ addresses: ['msg.apiKey.notAnAddress', { entry: wrong }] });
  },
});

const ISSUE = defineCall({
  method: 'POST',
  path: '/system/apikey/issue',
  summary: 'Make the key, or a new one in its place; it is answered once',
  permission: 'apikey-edit',
  proof: true,
  input: object({ id: ID }, { overlap: { type: 'integer', minimum: 0, maximum: 168 } }),
  answer: object({ key: STRING }),
  log: { module: 'apiKey', action: 'issue', object: 'id' },
  secretAnswer: true,
  success: 'msg.apiKey.issued',
});

/** Makes a key of this record. The one before works on for `overlap` hours (0 to 168, default 0), so that programs can change over. */
export const issueKey = (scope: HeldScope): Command =>
  defineCommand(ISSUE, {
    async run({ id, overlap = 0 }, context) {
      const record = await context.row('apiKey', id, { lock: true });
      if (record['status'] !== 1) throw conflict('msg.apiKey.revoked');
      await requireHeld(record['userId'] as number, scope, context);
      const { key, prefix, hash } = newKey();
      const kept = overlap > 0 && record['hash'] !== null;
      await context.write.update('apiKey', id, {
        prefix,
        hash,
        oldHash: kept ? record['hash'] : null,
        oldUntil: kept ? new Date(context.now + overlap * HOUR_MS) : null,
        overlap,
        issueTime: new Date(context.now),
        exposedTime: null,
      });
      return { key };
    },
  });
