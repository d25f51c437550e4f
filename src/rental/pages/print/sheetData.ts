import type { FeeItem, FeeSource } from '../../rules/index.ts';

/** Everything the sheets print, as `GET /print/order/{id}` answers it; money in baht, times on the store's clock. */
export interface SheetData {
  readonly orderNo: string;
  readonly channel: number;
  readonly channelOrderNo: string;
  readonly renterName: string;
  readonly renterPhone: string;
  readonly renterIdType: number;
  readonly renterIdNo: string;
  readonly plannedPickupTime: string;
  readonly plannedReturnTime: string;
  readonly actualPickupTime: string;
  readonly actualReturnTime: string;
  readonly rentalDays: number;
  readonly rentalHours: number;
  readonly pickupType: number;
  readonly pickupAddress: string;
  readonly returnType: number;
  readonly returnAddress: string;
  readonly depositType: 1 | 2 | 3;
  readonly service: string;
  readonly externalPlate: 0 | 1;
  readonly etc: 0 | 1;
  readonly remark: string;
  readonly contractNo: string;
  readonly contractSignTime: string;
  readonly contractSignImage: string;
  readonly cnyRateThbPerCny: number;
  readonly total: number;
  readonly payable: number;
  readonly paid: number;
  readonly due: number;
  readonly surplus: number;
  readonly pickupStore: SheetStore;
  readonly returnStore: SheetStore;
  readonly car: SheetCar;
  readonly printTime: string;
  readonly timeZone: string;
  readonly fees: readonly SheetFee[];
  readonly payments: readonly SheetPayment[];
  /** Asked back, not yet carried out. */
  readonly refundPending: number;
  readonly deductions: readonly SheetDeduction[];
  readonly tasks: readonly SheetTask[];
  readonly deposits: { readonly orderDeposit: SheetDeposit; readonly violationDeposit: SheetDeposit };
}

export interface SheetStore {
  readonly storeName: string;
  readonly phone: string | null;
  readonly address: string;
  readonly cityName: string | null;
  readonly supplierName: string | null;
}

export interface SheetCar {
  readonly brandName: string;
  readonly modelName: string;
  readonly subModelName: string;
  readonly plate: string;
  readonly frameNo: string;
  readonly color: string;
  readonly seats: number | null;
  readonly transmission: number | null;
  readonly fuelType: number | null;
  readonly mileage: number | null;
}

export interface SheetFee {
  readonly item: FeeItem;
  readonly amount: number;
  readonly source: FeeSource;
  readonly remark?: string;
  readonly voided: 0 | 1 | boolean;
}

export interface SheetPayment {
  readonly id: number;
  /** 1 income, 2 refund. */
  readonly type: 1 | 2;
  readonly amount: number;
  readonly feeItem: string;
  readonly method: number;
  readonly time: string;
  readonly transactionNo?: string;
}

/** One that was carried out. */
export interface SheetDeduction {
  readonly id: number;
  readonly deductNo: string;
  readonly type: 1 | 2 | 3;
  readonly amount: number;
  readonly time: string;
}

export interface SheetTask {
  readonly type: 'pickup' | 'return';
  readonly time: string;
  readonly mileage: number;
  readonly oil: number;
  readonly voided: 0 | 1;
  readonly operator: string;
  /** Short-lived addresses of pictures; empty where none was taken. */
  readonly frontPhoto: string;
  readonly mileagePhoto: string;
  readonly damagePhotos: readonly string[];
}

export interface SheetDeposit {
  readonly amount: number;
  readonly held: number;
  readonly releaseDate: string;
}

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
