import type { RaRecord } from 'react-admin';
import type { OrderParts } from '../../../calls/index.ts';
import { ORDER, REFUND, depositsHeld, type OrderStatus } from '../../../rules/index.ts';

/** `GET /order/info/{id}`: the order and everything that belongs to it; money in baht, times of the pickup store's clock. */
export interface OrderInfo extends RaRecord, OrderParts {
  readonly orderNo: string;
  readonly status: OrderStatus;
  readonly rentalDays: number;
  readonly rentalHours: number;
  readonly total: number;
  readonly payable: number;
  readonly paid: number;
  readonly due: number;
  readonly depositDue: number;
  readonly depositHeld: number;
  /** Of the deposits that are due what authorisations keep blocked. */
  readonly depositCovered: number;
  readonly overdue: boolean;
}

/**
 * Baht of an order that wait to be carried out as refunds, and those of its deposits that nobody asked back yet. What a cancelled order gives back is
 * one sum, deposits and all (D-REF-02).
 */
export function askedBack({ status, deposits, refunds }: Pick<OrderInfo, 'status' | 'deposits' | 'refunds'>): {
  readonly asked: number;
  readonly left: number;
} {
  const open = refunds.filter((row) => row.status === REFUND.submitted);
  const asked = Math.round(open.reduce((sum, row) => sum + row.amount * 100, 0)) / 100;
  const ofDeposits = deposits.orderDeposit.pending + deposits.violationDeposit.pending;
  const left = depositsHeld(deposits) - (status === ORDER.cancelled ? asked : ofDeposits);
  return { asked, left: Math.max(0, Math.round(left * 100) / 100) };
}
