import { DeliveryFailure, type Deliverer, type DeliveryContext } from 'forecourt/server';
import { variablesOf } from '../../rules/index.ts';
import type { RentalDatabase, RowOf } from '../database.ts';
import type { SmsProvider } from './provider.ts';
import { aliyun } from './providers/aliyun.ts';
import { generic } from './providers/generic.ts';
import { tencent } from './providers/tencent.ts';
import { secretPurpose } from './settings.ts';

type Setting = RowOf<'smsSetting'>;

/** Which of the supplier's templates a message was made of; without one it is free text. */
type SmsTemplate = 'created' | 'cancelled';

/** What the payload of a message of the channel `sms` holds. */
export interface SmsPayload extends Record<string, unknown> {
  /** The whole text, signature included. */
  readonly text: string;
  /** Whose settings send it; null: the built-in outbox. */
  readonly supplierId: number | null;
  readonly template?: SmsTemplate;
  readonly values?: Readonly<Record<string, string>>;
}

/** Each keeps its address and its rules to itself; the built-in outbox is none of them. */
const PROVIDERS: Readonly<Record<Exclude<Setting['type'], 'outbox'>, SmsProvider>> = { aliyun, tencent, generic };
const BUILT_IN = { state: 'sent', provider: 'outbox' } as const;

/** The registered template and its values, in the order that the settings give or, without one, in that of the text. */
function templateOf(setting: Setting, { template, text, values = {} }: SmsPayload) {
  if (!template) return { templateCode: setting.textTemplateCode, values: [['content', text] as const] };
  const named = (setting.variables ?? []) as readonly string[];
  const names = named.length > 0 ? named : variablesOf(setting[`${template}Template`] ?? '');
  return {
    templateCode: setting[`${template}TemplateCode`],
    values: names.map((name) => [name, values[name] ?? ''] as const),
  };
}

function secretOf({ secret, supplierId }: Setting, { secrets }: DeliveryContext): string {
  try {
    return secrets.open(secret ?? '', secretPurpose(supplierId));
  } catch {
    throw new DeliveryFailure('the secret cannot be read, enter it again', { permanent: true });
  }
}

/** SMS by the settings of a supplier, as they are when the message is sent (D-ADM-14). */
export const smsDeliverer: Deliverer = {
  async send({ to, topic, payload, key }, context) {
    const sms = payload as SmsPayload;
    if (typeof sms.supplierId !== 'number') return BUILT_IN;
    const setting = await (context.db as RentalDatabase)
      .selectFrom('smsSetting')
      .selectAll()
      .where('supplierId', '=', sms.supplierId)
      .executeTakeFirst();
    if (!setting) return BUILT_IN;
    if (setting.enabled !== 1) return { state: 'notSent', provider: setting.type, reason: 'off' };
    if (setting.type === 'outbox') return BUILT_IN;
    const access = {
      accessKey: setting.accessKey,
      secret: secretOf(setting, context),
      signature: setting.signature ?? '',
      endpoint: setting.endpoint ?? '',
      appId: setting.appId ?? '',
    };
    const order = { to, topic, text: sms.text, key, ...templateOf(setting, sms) };
    const reference = await PROVIDERS[setting.type](order, access, context);
    return { state: 'sent', provider: setting.type, ...(reference !== undefined && { reference }) };
  },
};
