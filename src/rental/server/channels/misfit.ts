import { createHash } from 'node:crypto';
import { type Refusal, refuse } from 'forecourt/server';
import type { ChannelAnswer } from '../../calls/index.ts';
import type { ChannelMessageKind } from '../../rules/index.ts';
import type { RentalContext } from '../database.ts';
import { lockChannelOrder, nothing, UNREADABLE } from './receive.ts';

/** What a channel calls the parts that say which message it is. */
interface Named {
  readonly messageId: string;
  readonly kind: string;
  readonly order: string;
  readonly kinds: Readonly<Record<string, ChannelMessageKind>>;
}

const CODE = 'field.invalid';
const IDENTITY = /^[\x21-\x7e]+$/;

/**
 * Keeps a signed message whose content cannot be read (D-CHN-04): refused, with the parts that are wrong, and our people are told. Without its own number and that of
 * the order it is refused as a call.
 */
export async function keepMisfit(
  context: RentalContext,
  channel: 2 | 3,
  body: unknown,
  refusal: Refusal,
  named: Named,
): Promise<ChannelAnswer> {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string, most: number): string => {
    const value = sent[name];
    if (typeof value !== 'string' || value.length > most || !IDENTITY.test(value)) throw refusal;
    return value;
  };
  const [messageId, channelOrderNo] = [text(named.messageId, 64), text(named.order, 50)];
  const kind = named.kinds[text(named.kind, 64)];
  if (!kind) throw refusal;
  await lockChannelOrder(context.db, channel, channelOrderNo);
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const known = await context.db
    .selectFrom('channelMessage')
    .select(['digest', 'answer'])
    .where('channel', '=', channel)
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (known && known.digest !== digest) throw refuse('msg.channels.otherMessage');
  if (known) return known.answer as unknown as ChannelAnswer;
  const fields = Object.keys(refusal.fields ?? {}).join(', ');
  const answer: ChannelAnswer = {
    ...nothing('refused'),
    code: CODE,
    reason: context.t(UNREADABLE, { fields }),
  };
  await context.write.insert('channelMessage', {
    ...{ channel, messageId, kind, channelOrderNo, version: null, tries: 1, digest, content: null, answer },
    state: 'refused',
    reasons: [{ key: UNREADABLE, params: { fields } }],
  });
  return answer;
}
