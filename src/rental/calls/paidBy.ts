import { list, object } from 'forecourt/calls';
import { code, SOME_BAHT } from './parts.ts';

const WAY = { amount: SOME_BAHT, method: code('paymentMethod') } as const;
const MORE = {
  transactionNo: { type: 'string', maxLength: 60 },
  payerAccount: { type: 'string', maxLength: 100 },
} as const;
const SEVERAL = { minItems: 1, maxItems: 6 } as const;

/** Money by one method. */
export const PAID_BY = { ...WAY, ...MORE } as const;

/** What is paid in several ways, recorded together or not at all (D-MONEY-01). */
export const PAYMENT_LINES = { ...list(object(WAY, MORE)), ...SEVERAL };

/** What is taken while something else is done, each line under an item of its own. */
export const PAYMENTS_TAKEN = { ...list(object(WAY, { ...MORE, feeItem: code('feeItem') })), ...SEVERAL };
