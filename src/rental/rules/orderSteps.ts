/** The states of an order (D-ORD-01). The table below has their numbers, as the documented one does. */
export const ORDER = { approved: 1, pickedUp: 2, returned: 3, cancelled: -1 } as const;
export type OrderStatus = (typeof ORDER)[keyof typeof ORDER];
export const ORDER_STATUSES: readonly OrderStatus[] = Object.values(ORDER);
/** Those whose car is promised or out. */
export const OPEN_ORDERS = [ORDER.approved, ORDER.pickedUp] as const;

/** Why an order was cancelled: somebody called it off, or the renter did not come. */
export const CANCELLED = { calledOff: 1, noShow: 2 } as const;
export type CancelKind = (typeof CANCELLED)[keyof typeof CANCELLED];

/** The states of an order's contract. */
export const CONTRACT = { unsigned: 0, signed: 1 } as const;

/** The states of a renewal. */
export const RENEWAL = { valid: 1, cancelled: -1 } as const;

/** What of an order decides, beside its state, whether a step is offered. */
export type OrderFact =
  | 'isPickupMissed'
  | 'hasCoupon'
  | 'isSigned'
  | 'isOwnChannel'
  | 'hasValidRenewal'
  | 'hasCarChange'
  | 'hasDepositToApply';

interface StepRow<Event = string> {
  readonly event: Event;
  /** Its rows of the table in D-ORD-04, each with the states that it leads from and to; null: the order does not exist yet. */
  readonly rows: Readonly<Record<string, readonly (readonly [from: OrderStatus | null, to: OrderStatus])[]>>;
  /** Permission path. */
  readonly permission: string;
  /** The call that takes the step, a `POST`. */
  readonly path: string;
  /** Component of its button. */
  readonly dialog: string;
  readonly on?: 'list';
  readonly danger?: true;
  /** Leads nowhere: never the one button of a row. */
  readonly aside?: true;
  /** Offered only while this holds, or only while none of these does. */
  readonly when?: OrderFact;
  readonly unless?: OrderFact | readonly OrderFact[];
  /** Delivery (1) and pickup staff (2) who may take it, on any order or on those that are theirs (D-PERM-09); the others do nothing else. */
  readonly staff?: Readonly<Partial<Record<1 | 2, 'any' | 'own'>>>;
}

// prettier-ignore
const STEPS = [
  { event: 'new', rows: { O1: [[null, 1]] }, permission: 'order-add', path: '/order/save', dialog: 'OrderNew', on: 'list' },
  { event: 'return', rows: { O11: [[2, 3]] }, permission: 'order-edit', path: '/order/return', dialog: 'ReturnDialog', staff: { 2: 'own' } },
  { event: 'renew', rows: { O9: [[2, 2]] }, permission: 'order-edit', path: '/order/renew', dialog: 'RenewDialog' },
  { event: 'modify', rows: { O2: [[1, 1]] }, permission: 'order-edit', path: '/order/save', dialog: 'OrderModify' },
  { event: 'renter', rows: { O25: [[2, 2], [3, 3]] }, permission: 'order-edit', path: '/order/save', dialog: 'RenterDialog', aside: true },
  { event: 'edittime', rows: { O3: [[1, 1]], O4: [[2, 2]] }, permission: 'order-edit', path: '/order/edittime', dialog: 'EditTimeDialog' },
  { event: 'changecar', rows: { O26: [[2, 2]] }, permission: 'order-edit', path: '/order/changecar', dialog: 'ChangeCarDialog' },
  { event: 'endwithoutcar', rows: { O27: [[2, 3]] }, permission: 'order-edit', path: '/order/endwithoutcar', dialog: 'EndWithoutCarDialog', aside: true, danger: true },
  { event: 'assigncar', rows: { O5: [[1, 1]] }, permission: 'order-edit', path: '/order/assigncar', dialog: 'AssignCarDialog' },
  { event: 'assignstaff', rows: { O6: [[1, 1], [2, 2]] }, permission: 'order-edit', path: '/order/assignstaff', dialog: 'AssignStaffDialog' },
  { event: 'pickup', rows: { O7: [[1, 2]] }, permission: 'order-edit', path: '/order/pickup', dialog: 'PickupDialog', staff: { 1: 'own' } },
  { event: 'cancel', rows: { O13: [[1, -1]] }, permission: 'order-disable', path: '/order/cancel', dialog: 'CancelDialog', danger: true },
  { event: 'noshow', rows: { O22: [[1, -1]] }, permission: 'order-disable', path: '/order/noshow', dialog: 'CancelDialog', danger: true, when: 'isPickupMissed' },
  { event: 'payment', rows: { O16: [[1, 1], [2, 2], [3, 3]], O23: [[-1, -1]] }, permission: 'order-edit', path: '/order/payment/save', dialog: 'PaymentDialog' },
  { event: 'waivepenalty', rows: { O24: [[-1, -1]] }, permission: 'order-enable', path: '/order/waivepenalty', dialog: 'RejectDialog', danger: true },
  { event: 'additionalfee', rows: { O16: [[1, 1], [2, 2], [3, 3]] }, permission: 'order-edit', path: '/order/additionalfee', dialog: 'AdditionalFeeDialog' },
  { event: 'applydeposit', rows: { O21: [[3, 3]] }, permission: 'order-edit', path: '/order/deposit/apply', dialog: 'ApplyDepositDialog', when: 'hasDepositToApply' },
  { event: 'remark', rows: { O15: [[1, 1], [2, 2], [3, 3], [-1, -1]] }, permission: 'order-edit', path: '/order/remark', dialog: 'RemarkDialog', aside: true, staff: { 1: 'any', 2: 'any' } },
  { event: 'redeem', rows: { O17: [[1, 1]] }, permission: 'order-edit', path: '/order/coupon/redeem', dialog: 'RedeemDialog', unless: 'hasCoupon' },
  { event: 'generatecoupon', rows: { O18: [[1, 1], [2, 2], [3, 3]] }, permission: 'coupon-add', path: '/order/coupon/generate', dialog: 'GenerateCouponDialog' },
  { event: 'refundrequest', rows: { O19: [[1, 1], [2, 2], [3, 3], [-1, -1]] }, permission: 'refund-add', path: '/order/refund/save', dialog: 'RefundDialog' },
  { event: 'sign', rows: { O20: [[1, 1], [2, 2]] }, permission: 'order-edit', path: '/order/contract/sign', dialog: 'SignDialog', unless: 'isSigned', staff: { 1: 'own' } },
  { event: 'push', rows: { O14: [[2, 2], [3, 3]] }, permission: 'order-edit', path: '/order/push', dialog: 'PushDialog', unless: 'isOwnChannel' },
  { event: 'cancelrenew', rows: { O10: [[2, 2]] }, permission: 'order-enable', path: '/order/cancelrenew', dialog: 'RenewalsDialog', danger: true, when: 'hasValidRenewal' },
  { event: 'rejectpickup', rows: { O8: [[2, 1]] }, permission: 'order-enable', path: '/order/rejectpickup', dialog: 'RejectDialog', danger: true, unless: ['hasValidRenewal', 'hasCarChange'] },
  { event: 'rejectreturn', rows: { O12: [[3, 2]] }, permission: 'order-enable', path: '/order/rejectreturn', dialog: 'RejectDialog', danger: true },
] as const satisfies readonly StepRow[];

export type OrderEvent = (typeof STEPS)[number]['event'];
export type OrderStep = StepRow<OrderEvent>;

/**
 * Every step in the life of an order, in the usual order of the buttons (D-ORD-04, D-ORD-07). Machine, buttons, permissions and what staff may do
 * follow from it; a test holds commands and `x-states` to it.
 */
export const ORDER_STEPS: readonly OrderStep[] = STEPS;

/** The facts that take a step away. */
export const withheldBy = ({ unless = [] }: Pick<OrderStep, 'unless'>): readonly OrderFact[] =>
  typeof unless === 'string' ? [unless] : unless;

/** The step of an event. */
export const orderStep = (event: OrderEvent): OrderStep => ORDER_STEPS.find((each) => each.event === event)!;

/** The sheets of an order, and the states in which each is offered. Pictures are there from the pickup on, and wanted most when the car is back. */
const PRINTS = [
  { name: 'printRental', sheet: 'rental', from: [1, 2, 3] },
  { name: 'printFlash', sheet: 'fsrental', from: [1, 2, 3] },
  { name: 'printCheck', sheet: 'vehiclecar', from: [1, 2] },
  { name: 'printPhotos', sheet: 'vehiclecar1', from: [2, 3] },
  { name: 'printSettlement', sheet: 'settlement', from: [2, 3] },
  { name: 'printDeposit', sheet: 'deposit', from: [1, 2, 3, -1], whileHeld: true },
] as const;
export type OrderPrint = (typeof PRINTS)[number]['name'];
export const ORDER_PRINTS: readonly {
  readonly name: OrderPrint;
  readonly sheet: string;
  readonly from: readonly OrderStatus[];
  /** Offered while a deposit is held. */
  readonly whileHeld?: true;
}[] = PRINTS;

export const PRINT_PERMISSION = 'order-detail';
