import { defineModule } from '../database.ts';
import { paymentColumns, refundColumns } from './columns.ts';
import { dayCloseExport, dayCloseReport } from './dayClose.ts';
import { depositColumns, depositFilters } from './depositColumns.ts';
import { depositsHeld, depositsHeldExport } from './depositsHeld.ts';
import { deductionHooks, deductionResult, retryDeduction, reviewDeduction, revokeDeduction } from './deductions.ts';
import { carryOutRefunds, refundResult, requestRefund, retryRefund } from './refunds.ts';

export { requireOther } from './payouts.ts';

/** Money that goes back, money that is taken from a waived deposit, and the money of a day. */
export const moneyServer = defineModule({
  commands: [
    ...[requestRefund, refundResult, carryOutRefunds, retryRefund],
    ...[reviewDeduction, deductionResult, retryDeduction, revokeDeduction],
    ...[dayCloseReport, dayCloseExport],
    ...[depositsHeld, depositsHeldExport],
  ],
  hooks: { deduction: deductionHooks },
  computed: { ...refundColumns, ...paymentColumns, ...depositColumns },
  filters: depositFilters,
});
