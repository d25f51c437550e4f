import {
  PAYMENT,
  PAYMENT_METHOD,
  changeOf,
  givenProblem,
  problem,
  satang,
  splitProblems,
  ZERO,
  type Problem,
  type Satang,
} from '../../../rules/index.ts';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { amountIn, amountOf } from '../../steps/amounts.ts';
import type { StepValues } from '../../steps/StepDialog.tsx';

/** As many ways of paying as fit on the counter. */
export const MOST_LINES = 3;

/** The form's name of a property of a line; those of the first have the names of a payment. */
export const lineField = (name: 'amount' | 'method' | 'transactionNo', line: number): string =>
  line === 0 ? name : `${name}${line + 1}`;

/** The form's name of what the call names by its line. */
export function fieldOfLine(name: string): string {
  const match = /^lines\.(\d+)\.(amount|method|transactionNo)$/.exec(name);
  return match ? lineField(match[2] as 'amount', Number(match[1])) : name;
}

export const countOf = (values: StepValues): number => Number(values['count'] ?? 1);
const indices = (values: StepValues): readonly number[] => Array.from({ length: countOf(values) }, (_, line) => line);
const amountAt = (values: StepValues, line: number): Satang | undefined => amountOf(values[lineField('amount', line)]);

/** The sum of the lines, as far as they are amounts; without one of them where it is named. */
export const sumOf = (values: StepValues, without?: number): Satang =>
  satang(indices(values).reduce((sum, line) => sum + (line === without ? 0 : (amountAt(values, line) ?? 0)), 0));

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

/** What is due and what is held. */
export const accountOf = (record: StepProps['record']) => ({
  due: amountIn(record, 'due'),
  held: amountIn(record, 'paid'),
});

interface Deposits {
  readonly deposits?: Readonly<Record<string, { readonly amount: number; readonly held: number } | undefined>>;
}

/** What there is to take under an item: of a deposit what is not held yet, and never more than is due. */
export function dueUnder(record: StepProps['record'], feeItem: unknown): Satang {
  const { due } = accountOf(record);
  const deposit = (record as Deposits).deposits?.[String(feeItem)];
  if (!deposit) return due;
  const open = (amountOf(deposit.amount) ?? ZERO) - (amountOf(deposit.held) ?? ZERO);
  return satang(Math.max(0, Math.min(due, open)));
}

/** What is wrong with a payment as it stands in the form. */
export function problemsOf(values: StepValues, record: StepProps['record']): readonly Problem[] {
  const income = values['type'] === PAYMENT.income;
  const amounts = indices(values).map((line) => amountAt(values, line));
  const known = amounts.filter((amount) => amount !== undefined);
  const cash = cashIn(values);
  const given = amountOf(values['given']);
  const short = income && cash > 0 && given !== undefined ? givenProblem(given, cash) : null;
  return [
    // The clock of the store is the server's business: it judges the time.
    ...(known.length < amounts.length
      ? []
      : splitProblems(
          {
            ...accountOf(record),
            type: income ? 'income' : 'refund',
            amounts: known,
            confirmed: values['confirmed'] === 1,
            time: 0,
            now: 0,
          },
          (line) => lineField('amount', line),
        )),
    ...(short ? [short] : []),
    ...(income || String(values['remark'] ?? '').trim() !== '' ? [] : [problem('field.required', {}, 'remark')]),
  ];
}

const text = (value: unknown): string | undefined => String(value ?? '').trim() || undefined;

/** What is sent: one payment, or its lines. */
export function paymentBody(values: StepValues, orderId: unknown): Readonly<Record<string, unknown>> {
  const line = (index: number) => ({
    amount: values[lineField('amount', index)],
    method: values[lineField('method', index)],
    transactionNo: text(values[lineField('transactionNo', index)]),
  });
  const [first, ...more] = indices(values).map(line);
  const payerAccount = text(values['payerAccount']);
  const paid = { ...first, payerAccount };
  return {
    orderId,
    type: values['type'],
    ...(more.length === 0 ? paid : { lines: [paid, ...more] }),
    feeItem: values['feeItem'] ?? 'total',
    time: text(values['time']),
    remark: text(values['remark']),
    ...(values['confirmed'] === 1 ? { confirmed: 1 } : {}),
  };
}
