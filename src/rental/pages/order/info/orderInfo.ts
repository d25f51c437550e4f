import type { RaRecord } from 'react-admin';
import type { Deposits, OrderParts } from '../../../calls/index.ts';
import type { OrderStatus } from '../../../rules/index.ts';

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

/** Baht of both deposits that were paid and did not go back. */
export const depositsHeld = ({ orderDeposit, violationDeposit }: Deposits): number =>
  Math.round((orderDeposit.held + violationDeposit.held) * 100) / 100;
