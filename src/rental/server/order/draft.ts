import { DRAFT_PLAIN, type DraftName, type QuoteInput } from '../../calls/index.ts';
import { Refusal, mask } from 'forecourt/server';
import {
  BACK_OFFICE_CHANNEL,
  DEPOSIT_TERMS,
  NO_DISCOUNT,
  messageKey,
  problem,
  settledTerms,
} from '../../rules/index.ts';
import type { DepositTerms, Discount, Instant, Problem, SentTerms } from '../../rules/index.ts';
import type { OrderRow } from '../database.ts';
import { satangOf } from '../problems.ts';
import { instantOf } from '../times.ts';

type PlainDraft = { -readonly [Name in DraftName]: OrderRow[Name] | null };

/** What an order is going to be; null is a part that nobody has filled in yet. */
export interface Draft extends PlainDraft {
  readonly pickup: Instant | null;
  readonly returned: Instant | null;
}

const DEFAULTS: Partial<PlainDraft> = {
  channel: BACK_OFFICE_CHANNEL,
  renterCountryCode: '+86',
  externalPlate: 0,
  etc: 0,
  service: 'none',
};

const PASSPORT = 2;

const MASKED = { renterPhone: 'phone', renterIdNo: 'idCard' } as const;

/** The form's parts over the order's own; times are wall clock of `timeZone`. Refuses days that no calendar has. */
export function resolveDraft(input: QuoteInput, order: OrderRow | null, timeZone: string): Draft {
  const part = (name: DraftName): unknown => {
    const sent = input[name];
    if (sent === undefined) return order === null ? (DEFAULTS[name] ?? null) : order[name];
    if (sent === null || sent === '') return DEFAULTS[name] ?? null;
    const known = order?.[name];
    // What its reader saw masked comes back so, and says nothing.
    if (name in MASKED && typeof known === 'string' && mask(MASKED[name as keyof typeof MASKED], known) === sent)
      return known;
    return typeof sent === 'string' ? sent.trim() : sent;
  };
  const time = (name: 'plannedPickupTime' | 'plannedReturnTime'): Instant | null => {
    const sent = input[name];
    if (sent === undefined) return order?.[name].getTime() ?? null;
    return sent === '' ? null : instantOf(sent, timeZone, name);
  };
  const plain = Object.fromEntries(DRAFT_PLAIN.map((name) => [name, part(name)])) as PlainDraft;
  Object.assign(plain, requireTerms(input, order));
  if (plain.channel === BACK_OFFICE_CHANNEL) plain.serviceType = null;
  // A channel may not know the renter's ID yet; the pickup asks for it (D-CHN-04).
  else if (plain.renterIdNo === null)
    Object.assign(plain, { renterIdNo: '', renterIdType: plain.renterIdType ?? PASSPORT });
  if (!plain.pickupType)
    Object.assign(plain, { pickupPointId: null, pickupAddress: null, pickupLatitude: null, pickupLongitude: null });
  if (!plain.returnType)
    Object.assign(plain, { returnPointId: null, returnAddress: null, returnLatitude: null, returnLongitude: null });
  return { ...plain, pickup: time('plannedPickupTime'), returned: time('plannedReturnTime') };
}

/** What is sent of the deposits, settled with what the order says (D-MONEY-04). */
function requireTerms(input: QuoteInput, order: OrderRow | null): Required<DepositTerms> {
  const sent = Object.fromEntries(DEPOSIT_TERMS.map((name) => [name, input[name] ?? undefined])) as SentTerms;
  const terms = settledTerms(sent, order);
  if ('code' in terms) throw new Refusal('msg.parameterError', { fields: { [terms.field!]: messageKey(terms.code) } });
  return terms;
}

/** How the deposits of a draft are taken. */
export const termsOf = ({
  depositType,
  orderDepositWaived,
  violationDepositWaived,
}: Draft): Required<DepositTerms> => ({
  depositType: depositType!,
  orderDepositWaived: orderDepositWaived!,
  violationDepositWaived: violationDepositWaived!,
});

/** The order's columns that follow from a draft. */
export function columnsOf<D extends Draft>(draft: D) {
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
