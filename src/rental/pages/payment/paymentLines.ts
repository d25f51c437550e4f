import {
  PAYMENT,
  PAYMENT_METHOD,
  add,
  changeOf,
  givenProblem,
  pickupPaymentProblems,
  satang,
  splitProblems,
  ZERO,
  type Problem,
  type Satang,
} from '../../rules/index.ts';
import { amountIn, amountOf } from '../steps/amounts.ts';
import type { PickupInput } from '../../calls/index.ts';
import type { StepValues } from '../steps/StepField.tsx';

type PaidLine = NonNullable<PickupInput['payments']>[number];

/** As many ways of paying as fit on the counter. */
export const MOST_LINES = 3;

/** What each line says; where lines are of one item, that is said once. */
export const LINE_FIELDS = ['amount', 'method', 'transactionNo', 'feeItem'] as const;
type LineField = (typeof LINE_FIELDS)[number];

/** The form's name of a property of a line; those of the first have the names of a payment. */
export const lineField = (name: LineField, line: number): string => (line === 0 ? name : `${name}${line + 1}`);

/** The form's name of what the call names by its line. */
export function fieldOfLine(name: string): string {
  const match = /^(?:lines|payments)\.(\d+)\.(amount|method|transactionNo|feeItem)$/.exec(name);
  return match ? lineField(match[2] as LineField, Number(match[1])) : name;
}

export const countOf = (values: StepValues): number => Number(values['count'] ?? 1);
const indices = (values: StepValues): readonly number[] => Array.from({ length: countOf(values) }, (_, line) => line);
const amountAt = (values: StepValues, line: number): Satang | undefined => amountOf(values[lineField('amount', line)]);

/** The sum of the lines, as far as they are amounts. */
export const sumOf = (values: StepValues): Satang =>
  satang(indices(values).reduce((sum, line) => sum + (amountAt(values, line) ?? 0), 0));

/** What is taken in notes and coins. */
export const cashIn = (values: StepValues): Satang =>
  satang(
    indices(values).reduce(
      (sum, line) =>
        sum + (values[lineField('method', line)] === PAYMENT_METHOD.cash ? (amountAt(values, line) ?? 0) : 0),
      0,
    ),
  );

/** What goes back of the cash; undefined while nobody said how much was given, or it is too little. */
export function changeIn(values: StepValues): Satang | undefined {
  const given = amountOf(values['given']);
  return given === undefined ? undefined : (changeOf(given, cashIn(values)) ?? undefined);
}

/** An order as far as its money goes. */
export type AccountRecord = Readonly<Record<string, unknown>>;

/** What is still to be taken, deposits included. */
export const accountOf = (record: AccountRecord) => ({
  due: add(amountIn(record, 'due'), amountIn(record, 'depositDue')),
});

interface Deposits {
  readonly deposits?: Readonly<Record<string, { readonly due: number } | undefined>>;
}

/** The item of a line: its own, or that of all. */
export const itemAt = (values: StepValues, line: number): string =>
  String(values[lineField('feeItem', line)] ?? values['feeItem'] ?? 'total');

/** What a line has left to take, beside the others: of a deposit what is not held yet, and never more than is due. */
export function restAt(values: StepValues, record: AccountRecord, line: number): Satang {
  const item = itemAt(values, line);
  const others = indices(values).filter((other) => other !== line);
  const without = (lines: readonly number[]): number =>
    lines.reduce((sum, other) => sum + (amountAt(values, other) ?? 0), 0);
  const left = accountOf(record).due - without(others);
  const deposit = (record as Deposits).deposits?.[item];
  if (!deposit) return satang(Math.max(0, left));
  const open = amountOf(deposit.due) ?? ZERO;
  const ofItem = open - without(others.filter((other) => itemAt(values, other) === item));
  return satang(Math.max(0, Math.min(left, ofItem)));
}

/** The amounts of the lines; undefined while one of them is none. */
function amountsIn(values: StepValues): readonly Satang[] | undefined {
  const amounts = indices(values).map((line) => amountAt(values, line));
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length < amounts.length ? undefined : known;
}

const amountField = (line: number): string => lineField('amount', line);

/** What is wrong with the cash that was handed over. */
function givenProblems(values: StepValues): readonly Problem[] {
  const cash = cashIn(values);
  const given = amountOf(values['given']);
  const short = cash > 0 && given !== undefined ? givenProblem(given, cash) : null;
  return short ? [short] : [];
}

/** What is wrong with a payment as it stands in the form. */
export function problemsOf(values: StepValues, record: AccountRecord): readonly Problem[] {
  const amounts = amountsIn(values);
  const { due } = accountOf(record);
  const confirmed = values['confirmed'] === 1;
  return [
    // The clock of the store is the server's business: it judges the time.
    ...(amounts ? splitProblems({ due, amounts, confirmed, time: 0, now: 0 }, amountField) : []),
    ...givenProblems(values),
  ];
}

/** What is wrong with money that is taken with the keys, as it stands in the form (D-ORD-23). */
export function pickupProblemsOf(values: StepValues, record: AccountRecord): readonly Problem[] {
  const amounts = amountsIn(values);
  const { due } = accountOf(record);
  return [
    ...(amounts ? pickupPaymentProblems({ amounts, due, unpaidOverride: false }, amountField) : []),
    ...givenProblems(values),
  ];
}

const text = (value: unknown): string | undefined => String(value ?? '').trim() || undefined;

const lineOf =
  (values: StepValues) =>
  (index: number): PaidLine => ({
    amount: values[lineField('amount', index)] as number,
    method: values[lineField('method', index)] as PaidLine['method'],
    transactionNo: text(values[lineField('transactionNo', index)]),
  });

/** What a pickup sends of the money that is taken with it, once it is right. */
export const takenWithPickup = (values: StepValues): readonly PaidLine[] =>
  indices(values).map((line) => ({
    ...lineOf(values)(line),
    feeItem: itemAt(values, line) as PaidLine['feeItem'],
  }));

/** What is sent: one payment, or its lines. */
export function paymentBody(values: StepValues, orderId: unknown): Readonly<Record<string, unknown>> {
  const [first, ...more] = indices(values).map(lineOf(values));
  const payerAccount = text(values['payerAccount']);
  const paid = { ...first, payerAccount };
  return {
    orderId,
    type: PAYMENT.income,
    ...(more.length === 0 ? paid : { lines: [paid, ...more] }),
    feeItem: values['feeItem'] ?? 'total',
    time: text(values['time']),
    storeId: values['storeId'] ?? undefined,
    remark: text(values['remark']),
    ...(values['confirmed'] === 1 ? { confirmed: 1 } : {}),
  };
}
