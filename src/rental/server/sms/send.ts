import { sql } from 'kysely';
import { refuseFields, Refusal } from 'forecourt/server';
import { calls, PHONE } from '../../calls/index.ts';
import { fillTemplate, MEMBER, signed, smsAddress, SMS_VARIABLES } from '../../rules/index.ts';
import { defineCommand, type RentalContext, type RowOf } from '../database.ts';
import { phoneForm, survivorOf } from '../facts/index.ts';
import { requireWithinDay } from './dailyLimits.ts';
import type { SmsPayload } from './deliverer.ts';

/** The call sends the message itself; when it cannot, the background does, so much later. */
const HOLD_MS = 60_000;

type Setting = RowOf<'smsSetting'>;

const sampleValues = ({ t }: RentalContext): Record<string, string> =>
  Object.fromEntries(SMS_VARIABLES.map((name) => [name, t(`resources.smsSetting.texts.samples.${name}`)]));

/** Sends one message with sample values by the stored settings, now, and says whether the provider took it, or why not by a code (D-ADM-15). */
export const testSms = defineCommand(calls.testSms, {
  async run({ supplierId, phone, template = 'created' }, context) {
    await context.row('supplier', supplierId);
    const setting = await context.db
      .selectFrom('smsSetting')
      .selectAll()
      .where('supplierId', '=', supplierId)
      .executeTakeFirst();
    const to = (phone?.trim() || setting?.testPhone) ?? '';
    if (!setting) throw new Refusal('msg.sms.testFailed', { data: { reason: 'no settings' } });
    if (!new RegExp(PHONE).test(to)) throw new Refusal('msg.sms.testFailed', { data: { reason: 'no phone' } });
    const values = sampleValues(context);
    const stored = setting[`${template}Template`];
    const text = signed(
      setting.signature,
      stored ? fillTemplate(stored, values) : context.t(`resources.smsSetting.texts.general.${template}`, values),
    );
    const payload: SmsPayload = { text, supplierId, template, values };
    const messageId = await context.write.message({
      channel: 'sms',
      topic: 'test',
      to: smsAddress(to),
      payload,
      holdMs: HOLD_MS,
    });
    return { messageId, provider: null };
  },
  async afterCommit({ messageId }, { deliver }) {
    const delivered = await deliver(messageId);
    if (delivered?.state !== 'sent')
      throw new Refusal('msg.sms.testFailed', { data: { messageId, reason: delivered?.error ?? '' } });
    return { messageId, provider: delivered.provider };
  },
});

/** Whose settings send what no order leads to: those of the user's supplier, else the first that are enabled (D-MEM-06). */
async function senderFor({ db, actor }: RentalContext): Promise<Setting | undefined> {
  const own = actor.facts['supplierId'];
  const settings = db.selectFrom('smsSetting').selectAll();
  if (typeof own === 'number') return settings.where('supplierId', '=', own).executeTakeFirst();
  return settings.where('enabled', '=', 1).orderBy('supplierId').limit(1).executeTakeFirst();
}

/** The member whose phone this is, however it is written, and of one that was merged the survivor; null for everybody else, and where several share it. */
async function memberCalled({ db }: RentalContext, to: string): Promise<number | null> {
  const [found, other] = await db
    .selectFrom('member')
    .select(['id', 'status'])
    .where(sql<boolean>`${phoneForm(sql`phone`, sql`"countryCode"`)} = ${to}`)
    .orderBy(sql`status = ${sql.lit(MEMBER.merged)}`)
    .orderBy('id')
    .limit(2)
    .execute();
  if (other && other.status !== MEMBER.merged) return null;
  if (found?.status === MEMBER.merged) return (await survivorOf(db, found.id)).id;
  return found?.id ?? null;
}

/** A text to one phone, written by a person (D-MEM-06). */
export const memberSms = defineCommand(calls.memberSms, {
  async run({ phone, countryCode = '', content }, context) {
    if (content.trim() === '') throw refuseFields({ content: 'msg.required' });
    const setting = await senderFor(context);
    const payload: SmsPayload = {
      text: signed(setting?.signature, content.trim()),
      supplierId: setting?.supplierId ?? null,
    };
    const to = smsAddress(phone, countryCode);
    await requireWithinDay(context, to);
    const values = { memberId: await memberCalled(context, to) };
    return { messageId: await context.write.message({ channel: 'sms', topic: 'member', to, payload, values }) };
  },
});
