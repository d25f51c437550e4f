import schema from '../../../../schemas/order.json' with { type: 'json' };
import { codes } from '../../../../resources/codes.ts';
import type { InputSchema } from '../../../framework/server/contract.ts';
import { BACK_OFFICE_CHANNEL, NO_DISCOUNT, problem } from '../../rules/index.ts';
import type { Discount, Instant, Problem } from '../../rules/index.ts';
import { BAHT } from '../amounts.ts';
import type { OrderRow } from '../database.ts';
import { satangOf } from '../problems.ts';
import { TIME_PATTERN, instantOf } from '../times.ts';

/** Properties of an order that a clerk fills in and that are stored as they come. */
const PLAIN = [
  'channel',
  'channelOrderNo',
  'serviceType',
  'renterName',
  'renterCountryCode',
  'renterPhone',
  'renterIdType',
  'renterIdNo',
  'pickupStoreId',
  'returnStoreId',
  'subModelId',
  'carId',
  'externalPlate',
  'etc',
  'pickupType',
  'pickupPointId',
  'pickupAddress',
  'pickupLatitude',
  'pickupLongitude',
  'returnType',
  'returnPointId',
  'returnAddress',
  'returnLatitude',
  'returnLongitude',
  'depositType',
  'service',
  'discount',
  'remark',
] as const;
type PlainName = (typeof PLAIN)[number];

type PlainDraft = { -readonly [Name in PlainName]: OrderRow[Name] | null };
/** As it came over the wire: every part optional, `null` and `""` are empty (D-API-04: missing parts stay). */
export type DraftInput = Partial<PlainDraft> & {
  readonly plannedPickupTime?: string;
  readonly plannedReturnTime?: string;
};

/** What an order is going to be; null is a part that nobody has filled in yet. */
export interface Draft extends PlainDraft {
  readonly pickup: Instant | null;
  readonly returned: Instant | null;
}

interface PropertyKeywords {
  readonly type: string;
  readonly 'x-codes'?: string;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** The property of schemas/order.json, loosened so that a half-filled form passes: every value may be empty. */
function loosened(name: PlainName): InputSchema {
  const { type, pattern, 'x-codes': table, ...limits } = schema.properties[name] as PropertyKeywords;
  const kept = Object.fromEntries(
    Object.entries(limits).filter(
      ([keyword]) => !keyword.startsWith('x-') && keyword !== 'default' && keyword !== 'readOnly',
    ),
  );
  if (table !== undefined) return { enum: [...codes[table as keyof typeof codes].map((each) => each.code), null] };
  return {
    ...kept,
    type: [type, 'null'],
    ...(pattern !== undefined && { pattern: `^$|${pattern}` }),
    ...(type === 'integer' && { minimum: 1 }),
  };
}

const TIME = { type: 'string', pattern: `^$|${TIME_PATTERN}` };

export const DRAFT_PROPERTIES = {
  ...(Object.fromEntries(PLAIN.map((name) => [name, loosened(name)])) as Record<PlainName, InputSchema>),
  discount: {
    type: ['object', 'null'],
    additionalProperties: false,
    required: ['kind', 'value'],
    properties: {
      kind: { enum: codes.discountKind.map((each) => each.code) },
      value: BAHT,
    },
  },
  plannedPickupTime: TIME,
  plannedReturnTime: TIME,
};

const DEFAULTS: Partial<PlainDraft> = {
  channel: BACK_OFFICE_CHANNEL,
  renterCountryCode: '+86',
  externalPlate: 0,
  etc: 0,
  depositType: 1,
  service: 'none',
};

/** The form's parts over the order's own; times are wall clock of `timeZone`. Refuses days that no calendar has. */
export function resolveDraft(input: DraftInput, order: OrderRow | null, timeZone: string): Draft {
  const part = (name: PlainName): unknown => {
    const sent = input[name];
    if (sent === undefined) return order === null ? (DEFAULTS[name] ?? null) : order[name];
    return sent === null || sent === '' ? (DEFAULTS[name] ?? null) : typeof sent === 'string' ? sent.trim() : sent;
  };
  const time = (name: 'plannedPickupTime' | 'plannedReturnTime'): Instant | null => {
    const sent = input[name];
    if (sent === undefined) return order?.[name].getTime() ?? null;
    return sent === '' ? null : instantOf(sent, timeZone, name);
  };
  const plain = Object.fromEntries(PLAIN.map((name) => [name, part(name)])) as unknown as PlainDraft;
  if (plain.channel === BACK_OFFICE_CHANNEL) plain.serviceType = null;
  if (!plain.pickupType)
    Object.assign(plain, { pickupPointId: null, pickupAddress: null, pickupLatitude: null, pickupLongitude: null });
  if (!plain.returnType)
    Object.assign(plain, { returnPointId: null, returnAddress: null, returnLatitude: null, returnLongitude: null });
  return { ...plain, pickup: time('plannedPickupTime'), returned: time('plannedReturnTime') };
}

/** The order's columns that follow from a draft. */
export function columnsOf(draft: Draft): Record<string, unknown> {
  const { pickup, returned, ...plain } = draft;
  return { ...plain, plannedPickupTime: new Date(pickup!), plannedReturnTime: new Date(returned!) };
}

export function discountOf({ discount }: Pick<Draft, 'discount'>): Discount {
  if (!discount) return NO_DISCOUNT;
  return discount.kind === 'percent'
    ? { kind: 'percent', value: discount.value }
    : { kind: 'amount', value: satangOf(discount.value, 'discount') };
}

const FOR_PRICE = {
  pickupStoreId: 'pickupStoreId',
  returnStoreId: 'returnStoreId',
  subModelId: 'subModelId',
  pickup: 'plannedPickupTime',
  returned: 'plannedReturnTime',
} as const;
const FOR_ORDER = ['renterName', 'renterPhone', 'renterIdType', 'renterIdNo', 'pickupType', 'returnType'] as const;

/** What a price cannot do without. */
export type PricedParts = { readonly [Name in keyof typeof FOR_PRICE]: NonNullable<Draft[Name]> };
export const canBePriced = (draft: Draft): draft is Draft & PricedParts =>
  Object.keys(FOR_PRICE).every((name) => draft[name as keyof Draft] !== null);

const required = (field: string): Problem => problem('field.required', {}, field);

export const missingForPrice = (draft: Draft): readonly Problem[] =>
  Object.entries(FOR_PRICE)
    .filter(([name]) => draft[name as keyof Draft] === null)
    .map(([, field]) => required(field));

/** What an order cannot be saved without (D-ORD-08). */
export const missingForOrder = (draft: Draft): readonly Problem[] => [
  ...FOR_ORDER.filter((name) => draft[name] === null).map(required),
  ...missingForPrice(draft),
];
