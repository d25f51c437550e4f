import { calls, type Quote, type QuoteInput } from '../../calls/index.ts';
import { DEFAULT_TIME_ZONE, codeGuard, enteredCode, satang, subtract, toBaht } from '../../rules/index.ts';
import type { CouponStatus, Parameters, Satang } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';
import type { OrderRow, RentalContext } from '../database.ts';
import { couponOfCode, couponOfOrder, termsOf } from '../coupon/index.ts';
import type { CouponRow } from '../coupon/index.ts';
import { readStores, zoneOfStore } from '../facts/index.ts';
import type { SettingDrafts } from '../facts/index.ts';
import { notice, satangOf } from '../problems.ts';
import { readLines } from './bill.ts';
import type { BillLine } from './bill.ts';
import { concerning } from './changedParts.ts';
import { resolveDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { priceDraft } from './priceDraft.ts';
import type { PricedDraft } from './priceDraft.ts';

/** A draft with its price, and what was read for it. */
interface Quoted {
  readonly draft: Draft;
  readonly priced: PricedDraft;
  readonly entered: CouponRow | undefined;
  /** The whole bill of the order that is changed; nothing for a new one. */
  readonly lines: readonly BillLine[];
  readonly parameters: Parameters;
}

/** The draft that a form means, and the stores that it names. */
interface Drafted extends Awaited<ReturnType<typeof readStores>> {
  readonly draft: Draft;
}

/** What the form means; one statement. */
export async function draftOf(
  { db }: Pick<RentalContext, 'db'>,
  input: QuoteInput,
  order: OrderRow | null,
  settings?: SettingDrafts,
): Promise<Drafted> {
  const pickupStoreId = input.pickupStoreId ?? order?.pickupStoreId ?? null;
  const returnStoreId = input.returnStoreId ?? order?.returnStoreId ?? null;
  const { parameters, stores } = await readStores(db, [pickupStoreId, returnStoreId], settings);
  const timeZone = (pickupStoreId === null ? undefined : stores.get(pickupStoreId)?.timeZone) ?? parameters.timeZone;
  return { parameters, stores, draft: resolveDraft(input, order, timeZone) };
}

/** The draft that the form means, and what it costs now: the one way to a price, for quoting and for saving. */
export const quoteOf = async (
  context: RentalContext,
  input: QuoteInput,
  order: OrderRow | null,
  settings?: SettingDrafts,
): Promise<Quoted> => quoteDraft(context, input, order, await draftOf(context, input, order, settings));

/** What a draft costs now. */
export async function quoteDraft(
  { db, now }: RentalContext,
  input: QuoteInput,
  order: OrderRow | null,
  { draft, parameters, stores }: Drafted,
): Promise<Quoted> {
  const lines = order ? await readLines(db, order.id) : [];
  const code = enteredCode(order === null ? (input.couponCode ?? '') : '');
  const entered = code === '' ? undefined : await couponOfCode(db, code);
  const worthless =
    code === '' ? null : codeGuard(entered ? { status: entered.status as CouponStatus } : null, 'couponCode');
  const coupon = order ? await couponOfOrder(db, order.id) : worthless ? undefined : entered;
  const priced = await priceDraft(db, draft, {
    now,
    parameters,
    stores,
    order,
    lines,
    coupon: coupon ? { code: coupon.code!, terms: termsOf(coupon), entered: order === null } : null,
    channelTotal: channelTotalOf(input, draft, order),
  });
  const asked = priced.charges ? concerning(priced.errors, draft, order) : priced.errors;
  const errors = worthless ? [...asked, worthless] : asked;
  return { draft, entered, lines, parameters, priced: { ...priced, errors } };
}

const channelTotalOf = ({ channelTotal }: QuoteInput, draft: Draft, order: OrderRow | null): Satang | null =>
  order !== null || draft.channel === 4 || channelTotal === undefined || channelTotal === null
    ? null
    : satangOf(channelTotal, 'channelTotal');

/** An order's times are wall clock of its pickup store (D-GEN-06). */
export async function timeZoneOf(
  { db }: Pick<RentalContext, 'db'>,
  storeId: number | null,
  otherwise: string,
): Promise<string> {
  return storeId === null ? otherwise : zoneOfStore(db, storeId, otherwise);
}

/** Zone of an order's times. */
export const zoneOf = (context: Pick<RentalContext, 'db'>, order: Pick<OrderRow, 'pickupStoreId'>): Promise<string> =>
  timeZoneOf(context, order.pickupStoreId, DEFAULT_TIME_ZONE);

/** What a price says over the wire. */
export function quoteAnswer(
  { charges, errors, warnings, availableCount }: PricedDraft,
  order: OrderRow | null,
  context: Pick<RentalContext, 't' | 'actor'>,
): Quote {
  return {
    rentalDays: charges?.days ?? null,
    rentalHours: charges?.hours ?? null,
    fees: (charges?.fees ?? []).map(({ item, amount, source }) => ({ item, amount: toBaht(amount), source })),
    total: charges ? toBaht(charges.total) : null,
    payable: charges ? toBaht(charges.payable) : null,
    difference: charges && order ? toBaht(subtract(charges.total, satang(order.total))) : null,
    availableCount,
    errors: errors.map((each) => notice(each, context)),
    warnings: warnings.map((each) => notice(each, context)),
  };
}

/** Prices a draft without saving it; never refuses a half-filled form, but says what is missing and what is wrong (D-AVAIL-03). */
export const quote = defineCommand(calls.quote, {
  transaction: true,
  async run(input, context) {
    const order = input.id === undefined ? null : await context.row('order', input.id);
    const { priced } = await quoteOf(context, input, order);
    return quoteAnswer(priced, order, context);
  },
});
