import type { OrderRow } from '../database.ts';
import { CONTRACT } from '../../rules/index.ts';

/** A changed order takes its signature back (D-ORD-21); nothing changes on an unsigned one. */
export const unsigned = (order: Pick<OrderRow, 'contractStatus'>): Record<string, unknown> =>
  order.contractStatus === CONTRACT.signed
    ? { contractStatus: CONTRACT.unsigned, contractSignTime: null, contractSignImage: null }
    : {};
