import { defineCommand, refuse, refuseFields, Refusal } from '../../../framework/server/index.ts';
import { fillTemplate, signed, SMS_VARIABLES } from '../../rules/index.ts';
import type { RentalContext, RowOf, Tables } from '../database.ts';
import type { SmsPayload, SmsTemplate } from './deliverer.ts';

/** As the schema of a phone has it. */
const PHONE = '^\\+?[0-9][0-9 -]{3,28}$';
/** The call sends the message itself; when it cannot, the background does, so much later. */
const HOLD_MS = 60_000;

type Setting = RowOf<'smsSetting'>;

const sampleValues = ({ t }: RentalContext): Record<string, string> =>
  Object.fromEntries(SMS_VARIABLES.map((name) => [name, t(`resources.smsSetting.texts.samples.${name}`)]));

interface TestResult {
  readonly messageId: number | null;
}

/** Sends one message with sample values by the stored settings, now, and says whether the provider took it (D-ADM-15). */
export const testSms = defineCommand<
  { readonly supplierId: number; readonly phone?: string; readonly template?: SmsTemplate },
  Tables
>({
  method: 'POST',
  path: '/supplier/testsms',
  permission: 'supplier-edit',
  perMinute: 10,
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['supplierId'],
    properties: {
      supplierId: { type: 'integer', minimum: 1 },
      phone: { type: 'string', maxLength: 30 },
      template: { type: 'string', enum: ['created', 'cancelled'] },
    },
  },
  log: { module: 'smsSetting', action: 'test', object: 'supplierId' },
  success: 'msg.success.send',
  async run({ supplierId, phone, template = 'created' }, context): Promise<TestResult> {
    await context.row('supplier', supplierId);
    const setting = await context.db
      .selectFrom('smsSetting')
      .selectAll()
      .where('supplierId', '=', supplierId)
      .executeTakeFirst();
    const to = (phone?.trim() || setting?.testPhone) ?? '';
    if (!setting || !new RegExp(PHONE).test(to)) throw refuse('msg.sms.testFailed');
    const values = sampleValues(context);
    const stored = setting[`${template}Template`];
    const text = signed(
      setting.signature,
      stored ? fillTemplate(stored, values) : context.t(`resources.smsSetting.texts.general.${template}`, values),
    );
    const payload: SmsPayload = { text, supplierId, template, values };
    const messageId = await context.write.message({ channel: 'sms', topic: 'test', to, payload, holdMs: HOLD_MS });
    return { messageId };
  },
  async afterCommit({ messageId }: { readonly messageId: number }, { deliver }) {
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

/** A text to one phone, written by a person (D-MEM-06). */
export const memberSms = defineCommand<
  { readonly phone: string; readonly countryCode?: string; readonly content: string },
  Tables
>({
  method: 'POST',
  path: '/member/sendsms',
  permission: 'member-edit',
  perMinute: 30,
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['phone', 'content'],
    properties: {
      phone: { type: 'string', minLength: 1, maxLength: 30, pattern: PHONE },
      countryCode: { type: 'string', maxLength: 5, pattern: '^(\\+[0-9]{1,4})?$' },
      content: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
    },
  },
  log: { module: 'member', action: 'sendsms' },
  success: 'msg.sms.queued',
  async run({ phone, countryCode = '', content }, context) {
    if (content.trim() === '') throw refuseFields({ content: 'msg.required' });
    const setting = await senderFor(context);
    const payload: SmsPayload = {
      text: signed(setting?.signature, content.trim()),
      supplierId: setting?.supplierId ?? null,
    };
    const to = phone.startsWith('+') ? phone : `${countryCode}${phone}`;
    return { messageId: await context.write.message({ channel: 'sms', topic: 'member', to, payload }) };
  },
});
