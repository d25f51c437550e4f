import { application } from '../../src/application.ts';
import type { Command, InputSchema } from 'forecourt/server';

interface Keywords {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly items?: Keywords;
  readonly anyOf?: readonly Keywords[];
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Keywords>>;
}

function sample(schema: Keywords, name: string): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name);
  const type = [schema.type].flat()[0];
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () => sample(schema.items ?? {}, name));
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((property) => [property, sample(schema.properties?.[property] ?? {}, property)]),
      );
    default:
      if (name === 'from' || name === 'to') return '2027-03-01';
      return /time$/i.test(name) ? '2027-03-01 10:00:00' : `a ${name}`;
  }
}

/** The least input that a command accepts, with these values in place of made-up ones. */
export function sampleInput(command: Command, values: Record<string, unknown> = {}): Record<string, unknown> {
  const schema = command.input as Keywords & InputSchema;
  return { ...(sample({ ...schema, type: 'object' }, '') as Record<string, unknown>), ...values };
}

/** Which entity the id of a command belongs to, by its address; the exceptions are named. */
export function entityOfCommand({ method, path }: Pick<Command, 'method' | 'path'>): string {
  const exceptions: Readonly<Record<string, string>> = {
    'DELETE /order/additionalfee/delete/{id}': 'orderFee',
    'POST /order/cancelrenew': 'renewal',
    'POST /car/cartype/copy/{id}': 'carType',
    'POST /car/gpsdevice/setting': 'gpsSetting',
  };
  const prefixes: Readonly<Record<string, string>> = {
    '/order/deduct/': 'deduction',
    '/order/refund/': 'refund',
    '/order/preauth/': 'preauth',
    '/order/': 'order',
    '/print/order/': 'order',
    '/coupon/': 'coupon',
    '/channels/message/': 'channelMessage',
    '/channels/setting/': 'channelSetting',
    '/supplier/': 'supplier',
    '/system/outbox/': 'outbox',
    '/system/apikey/': 'apiKey',
    '/system/signinprovider/': 'signInProvider',
    '/system/webhook/': 'webhook',
    '/system/webhookdelivery/': 'webhookDelivery',
    '/car/violation/': 'violation',
    '/car/maintenanceinfo/': 'maintenance',
    '/car/gpsdevice/': 'gpsDevice',
    '/car/storage/': 'storageOrder',
    '/car/dispatchplan/': 'dispatchPlan',
    '/car/': 'vehicle',
    '/carprice/': 'price',
    '/basics/store/': 'store',
    '/basics/holiday/': 'holiday',
    '/member/': 'member',
    '/admin/user/': 'user',
    '/role/': 'role',
  };
  const found =
    exceptions[`${method} ${path}`] ?? Object.entries(prefixes).find(([prefix]) => path.startsWith(prefix))?.[1];
  if (!found || !application.model.entities.has(found)) throw new Error(`nobody says whose id ${method} ${path} takes`);
  return found;
}

/** The input property that names the record a command works on: `id`, else the required one that names another record. */
export function targetOf(command: Command): string | undefined {
  // What is one's own is no record of a list.
  if (command.path.startsWith('/account/')) return undefined;
  const { properties = {}, required = [] } = command.input as Keywords & InputSchema;
  if ('id' in properties) return 'id';
  return ['orderId', 'storeId', 'carId', 'roleId'].find((name) => required.includes(name));
}
