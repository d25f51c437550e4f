import type { Sheet, SheetOf } from '../../calls/index.ts';

export type { Sheet, SheetOf };
/** What both agreements print. */
export type Agreement = Omit<SheetOf<'fsrental'>, 'car' | 'channelOrderNo'>;
/** What both check sheets print. */
export type Check = Omit<SheetOf<'vehiclecar1'>, 'tasks'> & { readonly tasks: SheetOf<'rental'>['tasks'] };

/** The handover at one end that counts: going out, that of the car which the order has last (O26). */
export const taskOf = <Task extends { readonly type: SheetOf<'rental'>['tasks'][number]['type'] }>(
  { tasks }: { readonly tasks: readonly Task[] },
  end: 'pickup' | 'return',
): Task | undefined => tasks.findLast(({ type }) => type === end || (end === 'pickup' && type === 'changeout'));

export const carName = ({ brandName, modelName, subModelName }: Check['car']): string =>
  [brandName, modelName, subModelName].filter(Boolean).join(' ');

const DAY_MS = 86_400_000;
/** Where no return fixes the dates yet: the longer of the two usual spans (D-MONEY-05). */
const USUAL_DAYS = 30;

/** Days after the return within which all deposits are given back. */
export function unfreezeDays({ actualReturnTime, deposits }: Pick<Agreement, 'actualReturnTime' | 'deposits'>): number {
  const returned = Date.parse(actualReturnTime.slice(0, 10));
  const dates = [deposits.orderDeposit, deposits.violationDeposit]
    .map((deposit) => Date.parse(deposit.releaseDate))
    .filter(Number.isFinite);
  return Number.isFinite(returned) && dates.length > 0
    ? Math.round((Math.max(...dates) - returned) / DAY_MS)
    : USUAL_DAYS;
}
