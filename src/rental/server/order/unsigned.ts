import type { OrderRow } from '../database.ts';

/** A changed order takes its signature back (D-ORD-21); nothing changes on an unsigned one. */
export const unsigned = (order: Pick<OrderRow, 'contractStatus'>): Record<string, unknown> =>
  order.contractStatus === 1 ? { contractStatus: 0, contractSignTime: null, contractSignImage: null } : {};
