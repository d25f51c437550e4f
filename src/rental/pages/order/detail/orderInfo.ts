import type { RaRecord } from 'react-admin';
import type { OrderParts } from '../../../calls/index.ts';
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
  readonly overdue: boolean;
}
