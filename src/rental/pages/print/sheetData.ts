import type { SheetData } from '../../calls/index.ts';

export type { SheetData };
export type SheetStore = SheetData['pickupStore'];
type SheetCar = SheetData['car'];
export type SheetFee = SheetData['fees'][number];
export type SheetPayment = SheetData['payments'][number];
export type SheetTask = SheetData['tasks'][number];

/** The lines that count. */
export const liveFees = ({ fees }: Pick<SheetData, 'fees'>): readonly SheetFee[] => fees.filter((fee) => !fee.voided);

/** The task of a kind that counts. */
export const taskOf = ({ tasks }: Pick<SheetData, 'tasks'>, type: SheetTask['type']): SheetTask | undefined =>
  tasks.findLast((task) => task.type === type && !task.voided);

export const carName = ({ brandName, modelName, subModelName }: SheetCar): string =>
  [brandName, modelName, subModelName].filter(Boolean).join(' ');

const DAY_MS = 86_400_000;
/** Where no return fixes the dates yet: the longer of the two usual spans (D-MONEY-05). */
const USUAL_DAYS = 30;

/** Days after the return within which all deposits are given back. */
export function unfreezeDays({ actualReturnTime, deposits }: Pick<SheetData, 'actualReturnTime' | 'deposits'>): number {
  const returned = Date.parse(actualReturnTime.slice(0, 10));
  const dates = [deposits.orderDeposit, deposits.violationDeposit]
    .map((deposit) => Date.parse(deposit.releaseDate))
    .filter(Number.isFinite);
  return Number.isFinite(returned) && dates.length > 0
    ? Math.round((Math.max(...dates) - returned) / DAY_MS)
    : USUAL_DAYS;
}
