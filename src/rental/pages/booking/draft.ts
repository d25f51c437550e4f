import {
  BACK_OFFICE_CHANNEL,
  COUPON_CODE_LENGTH,
  DEFAULT_TIME_ZONE,
  DEPOSIT_TERMS,
  MINUTE,
  enteredCode,
  fromWallClock,
  settledTerms,
  toWallClock,
  type DepositType,
  type TimeRange,
} from '../../rules/index.ts';

export type DoorEnd = 'pickup' | 'return';
export type DoorType = 0 | 1 | 2;
type Flag = 0 | 1;

/** An order as the form holds it: empty texts are `''`, empty ids and numbers `null`; an amount that is none yet stays the typed text. */
export interface OrderDraft {
  readonly pickupStoreId: number | null;
  readonly returnStoreId: number | null;
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
  readonly subModelId: number | null;
  readonly carId: number | null;
  readonly etc: Flag;
  readonly externalPlate: Flag;
  readonly renterName: string;
  readonly renterCountryCode: string;
  readonly renterPhone: string;
  readonly renterIdType: number | null;
  readonly renterIdNo: string;
  readonly pickupType: DoorType;
  readonly pickupPointId: number | null;
  readonly pickupAddress: string;
  readonly pickupLatitude: number | null;
  readonly pickupLongitude: number | null;
  readonly returnType: DoorType;
  readonly returnPointId: number | null;
  readonly returnAddress: string;
  readonly returnLatitude: number | null;
  readonly returnLongitude: number | null;
  readonly depositType: DepositType;
  readonly orderDepositWaived: Flag;
  readonly violationDepositWaived: Flag;
  readonly service: string;
  readonly discountKind: 'percent' | 'amount';
  readonly discountValue: number | string | null;
  readonly channel: number;
  readonly channelOrderNo: string;
  readonly serviceType: number | null;
  readonly remark: string;
  /** Of a new channel order only: what the channel agreed, and whether it has the money. */
  readonly channelTotal: number | string | null;
  readonly prepaid: Flag;
  /** Of a new order only: redeemed with the booking. */
  readonly couponCode: string;
}

export type DraftField = keyof OrderDraft;

export const EMPTY_DRAFT: OrderDraft = {
  pickupStoreId: null,
  returnStoreId: null,
  plannedPickupTime: '',
  plannedReturnTime: '',
  subModelId: null,
  carId: null,
  etc: 0,
  externalPlate: 0,
  renterName: '',
  renterCountryCode: '+86',
  renterPhone: '',
  renterIdType: 1,
  renterIdNo: '',
  pickupType: 0,
  pickupPointId: null,
  pickupAddress: '',
  pickupLatitude: null,
  pickupLongitude: null,
  returnType: 0,
  returnPointId: null,
  returnAddress: '',
  returnLatitude: null,
  returnLongitude: null,
  depositType: 1,
  orderDepositWaived: 0,
  violationDepositWaived: 0,
  service: 'none',
  discountKind: 'percent',
  discountValue: null,
  channel: 4,
  channelOrderNo: '',
  serviceType: null,
  remark: '',
  channelTotal: null,
  prepaid: 0,
  couponCode: '',
};

const HALF_HOUR = 30 * MINUTE;
const DAY_MINUTES = 24 * 60;

/** What a store says of the times at which cars go out. */
interface StoreTimes {
  readonly zone?: string;
  /** How long before it must be known. */
  readonly lead?: number;
  readonly hours?: TimeRange | null;
  /** When the car is wanted, as the store's wall clock: a day, or a day and a time. What is too soon is moved. */
  readonly wanted?: string;
}

/** The time of a day of which only the date is wanted. */
const MORNING = '10:00';

/** A wall clock with the time of day in place of its own. */
const atTime = (wallClock: string, time: string): string => `${wallClock.slice(0, 10)} ${time}:00`;

/** The first half hour from this wall clock on at which the store is open. */
function whenOpen(wallClock: string, hours: TimeRange | null): string {
  if (!hours) return wallClock;
  const time = wallClock.slice(11, 16);
  if (time >= hours.start && time <= hours.end) return wallClock;
  const opening = atTime(time < hours.start ? wallClock : plusMinutes(wallClock, DAY_MINUTES), hours.start);
  const past = Number(hours.start.slice(3, 5)) % 30;
  return past === 0 ? opening : plusMinutes(opening, 30 - past);
}

/** Times a clerk most often means: from the next half hour on the store's clock, or a wanted time, that its minimum advance and its hours allow, for one day. */
export function defaultTimes(
  now: number,
  { zone = DEFAULT_TIME_ZONE, lead = 0, hours = null, wanted = '' }: StoreTimes = {},
): Pick<OrderDraft, 'plannedPickupTime' | 'plannedReturnTime'> {
  const soonest = toWallClock(Math.ceil((now + (lead + 1) * MINUTE) / HALF_HOUR) * HALF_HOUR, zone);
  const asked = /^\d{4}-\d{2}-\d{2}$/.test(wanted) ? atTime(wanted, MORNING) : wanted;
  const plannedPickupTime = whenOpen(asked > soonest ? asked : soonest, hours);
  return { plannedPickupTime, plannedReturnTime: plusMinutes(plannedPickupTime, DAY_MINUTES) };
}

/** Calendar arithmetic on wall-clock text; a text that is no time stays what it is. */
export function plusMinutes(wallClock: string, minutes: number): string {
  const instant = fromWallClock(wallClock, 'UTC');
  return instant === null ? wallClock : toWallClock(instant + minutes * MINUTE, 'UTC');
}

/** Minutes on the clock from pickup to return; null while either is no time. */
export function minutesBetween(pickup: string, returned: string): number | null {
  const [from, to] = [fromWallClock(pickup, 'UTC'), fromWallClock(returned, 'UTC')];
  return from === null || to === null ? null : (to - from) / MINUTE;
}

const noAddress = (end: DoorEnd) => ({
  [`${end}PointId`]: null,
  [`${end}Address`]: '',
  [`${end}Latitude`]: null,
  [`${end}Longitude`]: null,
});

/** The draft after a change, with what follows from it: a changed store, model, channel or type takes along what no longer fits. */
export function withChange(draft: OrderDraft, change: Partial<OrderDraft>): OrderDraft {
  const changed = (field: DraftField): boolean => field in change && change[field] !== draft[field];
  const follows: Partial<Record<DraftField, unknown>> = {};
  if (changed('pickupStoreId')) {
    Object.assign(follows, { carId: null }, draft.pickupType === 0 ? {} : noAddress('pickup'));
    if (draft.returnStoreId === null || draft.returnStoreId === draft.pickupStoreId)
      follows.returnStoreId = change.pickupStoreId;
  }
  if (changed('returnStoreId') || 'returnStoreId' in follows)
    Object.assign(follows, draft.returnType === 0 ? {} : noAddress('return'));
  if (changed('subModelId')) follows.carId = null;
  if (change.pickupType === 0) Object.assign(follows, noAddress('pickup'));
  if (change.returnType === 0) Object.assign(follows, noAddress('return'));
  if (change.channel === 4)
    Object.assign(follows, { serviceType: null, channelOrderNo: '', channelTotal: null, prepaid: 0 });
  const terms = DEPOSIT_TERMS.some(changed) ? settledTerms(change, draft) : {};
  if (changed('plannedPickupTime')) {
    const length = minutesBetween(draft.plannedPickupTime, draft.plannedReturnTime);
    const start = change.plannedPickupTime ?? '';
    if (length !== null && length > 0 && minutesBetween(start, start) === 0)
      follows.plannedReturnTime = plusMinutes(start, length);
  }
  return { ...draft, ...(follows as Partial<OrderDraft>), ...change, ...terms };
}

type Stored = Readonly<Record<string, unknown>>;

/** A stored order as a draft. */
export function draftOf(order: Stored): OrderDraft {
  const plain = Object.fromEntries(
    Object.entries(EMPTY_DRAFT).map(([name, empty]) => [
      name,
      order[name] === undefined || (order[name] === null && empty !== null) ? empty : order[name],
    ]),
  ) as OrderDraft;
  const discount = order['discount'] as { kind: 'percent' | 'amount'; value: number } | null | undefined;
  return discount ? { ...plain, discountKind: discount.kind, discountValue: discount.value } : plain;
}

/** The draft as the calls take it: the two discount fields are one object. */
function wireOf(draft: OrderDraft): Record<string, unknown> {
  const { discountKind, discountValue, channelTotal, prepaid, ...plain } = draft;
  const discount =
    discountValue === null || discountValue === '' || discountValue === 0
      ? null
      : { kind: discountKind, value: discountValue };
  return { ...plain, discount, ...(draft.channel === 4 ? {} : { channelTotal, prepaid }) };
}

const isEmpty = (value: unknown): boolean => value === null || value === '';
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a save sends: all that is filled in of a new order, all that was changed of a stored one (D-API-04: missing parts stay). */
export function savePayload(draft: OrderDraft, base?: OrderDraft): Record<string, unknown> {
  const wire = wireOf(draft);
  if (!base) return Object.fromEntries(Object.entries(wire).filter(([, value]) => !isEmpty(value)));
  const before = wireOf(base);
  const { channelTotal: _total, prepaid: _prepaid, couponCode: _code, ...changeable } = wire;
  return Object.fromEntries(Object.entries(changeable).filter(([name, value]) => !same(value, before[name])));
}

// prettier-ignore
const PRICED = [
  'channel', 'pickupStoreId', 'returnStoreId', 'plannedPickupTime', 'plannedReturnTime', 'subModelId', 'carId',
  'pickupType', 'pickupPointId', 'pickupAddress', 'pickupLatitude', 'pickupLongitude',
  'returnType', 'returnPointId', 'returnAddress', 'returnLatitude', 'returnLongitude',
  'depositType', 'orderDepositWaived', 'violationDepositWaived', 'service', 'discount', 'channelTotal', 'couponCode',
] as const;

/** What the quote asks: the parts that a price or a rule depends on, never who the renter is. */
export function quotePayload(draft: OrderDraft, id?: number): Record<string, unknown> {
  const wire = wireOf(draft);
  const parts = Object.fromEntries(PRICED.map((name) => [name, wire[name]]));
  // Another model than booked needs any remark at all; its words change no price.
  const remark = draft.carId === null ? undefined : draft.remark.trim() === '' ? '' : '-';
  // Half a code is not a wrong one yet.
  const couponCode = enteredCode(draft.couponCode).length < COUPON_CODE_LENGTH ? undefined : draft.couponCode;
  const filled = Object.entries({ ...parts, remark, couponCode }).filter(
    ([, value]) => value !== undefined && (id !== undefined || !isEmpty(value)),
  );
  return {
    ...Object.fromEntries(filled),
    ...(id === undefined ? {} : { id, channelTotal: undefined, couponCode: undefined }),
  };
}

const REQUIRED: readonly DraftField[] = [
  'pickupStoreId',
  'returnStoreId',
  'plannedPickupTime',
  'plannedReturnTime',
  'subModelId',
  'renterName',
  'renterPhone',
  'renterIdType',
  'renterIdNo',
];

/** Required fields that are empty, in the order of the form (D-ORD-08); an address counts with types 1 and 2. */
export function missingFields(draft: OrderDraft): readonly DraftField[] {
  const blank = (name: DraftField): boolean =>
    isEmpty(draft[name]) || (typeof draft[name] === 'string' && draft[name].trim() === '');
  // The pickup asks for what a channel does not know.
  const asked = REQUIRED.filter((name) => name !== 'renterIdNo' || draft.channel === BACK_OFFICE_CHANNEL);
  const doors = (['pickup', 'return'] as const)
    .filter((end) => draft[`${end}Type`] !== 0)
    .map((end): DraftField => `${end}Address`);
  return [...asked, ...doors].filter(blank);
}
