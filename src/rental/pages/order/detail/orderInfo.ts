import type { RaRecord } from 'react-admin';
import type { FeeItem, FeeSource, LedgerKind } from '../../../rules/index.ts';

/** One line of the bill; baht, never negative: the item says whether it adds or takes off. */
export interface FeeRow {
  readonly id: number;
  readonly item: FeeItem;
  readonly amount: number;
  readonly source: FeeSource;
  readonly remark: string;
  readonly voided: 0 | 1;
  readonly operator: string;
  readonly time: string;
}

export interface PaymentRow extends RaRecord {
  /** 1 income, 2 refund. */
  readonly type: 1 | 2;
  readonly amount: number;
}

export interface RefundRow extends RaRecord {
  readonly refundNo: string;
  readonly feeItem: string;
  readonly amount: number;
  /** 0 asked for, 1 carried out, −1 failed. */
  readonly status: 0 | 1 | -1;
}

/** What happened to the order's money at one moment, and how it stood afterwards; baht. */
export interface LedgerEntry {
  readonly time: string;
  readonly kind: LedgerKind;
  /** Source of charges, fee item of money. */
  readonly item: string;
  readonly charged: number;
  readonly in: number;
  readonly out: number;
  readonly paid: number;
  readonly refunded: number;
  readonly deducted: number;
  readonly held: number;
  readonly earned: number;
}

export interface TaskRow extends RaRecord {
  readonly type: 'pickup' | 'return';
  readonly plate: string;
  readonly video: string;
  readonly voided: 0 | 1;
  readonly reason: string;
}

export interface DepositPart {
  readonly amount: number;
  /** Paid under this item and not given back. */
  readonly held: number;
  /** Day from which it may go back; empty before the return. */
  readonly releaseDate: string;
}

/** `GET /order/info/{id}`: the order and everything that belongs to it; money in baht, times of the pickup store's clock. */
export interface OrderInfo extends RaRecord {
  readonly orderNo: string;
  readonly status: 1 | 2 | 3 | -1;
  readonly timeZone: string;
  readonly rentalDays: number;
  readonly rentalHours: number;
  readonly total: number;
  readonly payable: number;
  readonly paid: number;
  readonly due: number;
  readonly overdue: boolean;
  readonly refundingMark: boolean;
  readonly fees: readonly FeeRow[];
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  readonly deductions: readonly RaRecord[];
  /** Oldest first; the last row is how the money stands now. */
  readonly ledger: readonly LedgerEntry[];
  readonly renewals: readonly RaRecord[];
  readonly tasks: readonly TaskRow[];
  readonly deposits: {
    readonly orderDeposit: DepositPart;
    readonly violationDeposit: DepositPart;
    readonly settled: boolean;
  };
}

/** One step of an order's life, newest first (`GET /order/log/{id}`). */
export interface LogEntry {
  readonly id: number;
  readonly time: string;
  readonly userName: string;
  /** `module.action` of the call. */
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}
