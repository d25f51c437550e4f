import { defineModule } from '../database.ts';
import { PAYMENT_DAY_MIGRATION } from '../drawer/index.ts';
import { orderActionsColumn } from './actions.ts';
import { applyDeposit } from './applyDeposit.ts';
import { assignCar } from './assignCar.ts';
import { assignStaff } from './assignStaff.ts';
import { alternatives } from './alternatives.ts';
import { availableCars } from './availableCars.ts';
import { cancelOrder, cancelPreview, noShow } from './cancel.ts';
import { waivePenalty } from './waivePenalty.ts';
import { cancelRenewal } from './cancelRenewal.ts';
import { orderColumns, orderFilters, ownTasksOnly } from './computed.ts';
import { getContract, signContract } from './contract.ts';
import { carDamages } from './damage.ts';
import { DEPOSIT_MIGRATION, WAIVER_MIGRATION } from './depositMigration.ts';
import { editTime } from './editTime.ts';
import { additionalFee, fees, voidFee } from './fees.ts';
import { orderHooks } from './info.ts';
import { lateReturns } from './lateReturns.ts';
import { orderLog } from './log.ts';
import { orderChannels } from './orderChannels.ts';
import { generateCoupon, orderCoupons } from './orderCoupons.ts';
import { PAYMENT_STORE_MIGRATION } from './paymentStoreMigration.ts';
import { payments, savePayment } from './payments.ts';
import { capturePreauth, preauthColumns, preauthFilters, releasePreauth, savePreauth } from './preauths.ts';
import { pickup } from './pickup.ts';
import { preparationColumns, preparationFilters } from './preparation.ts';
import { printOrder } from './print.ts';
import { PRINT_KEY_MIGRATION, PRINT_KEY_USES_MIGRATION, printKey, printKeys, revokePrintKeys } from './printKeys.ts';
import { pushOrder } from './push.ts';
import { pushDeliverer } from './pushDeliverer.ts';
import { quote } from './quote.ts';
import { redeemCoupon, removeCoupon } from './redeem.ts';
import { rejectPickup } from './rejectPickup.ts';
import { rejectReturn } from './rejectReturn.ts';
import { remarkOrder } from './remark.ts';
import { renew, renewQuote } from './renew.ts';
import { renewals } from './renewals.ts';
import { returnCar } from './return.ts';
import { returnTerms } from './returnCharges.ts';
import { saveOrder } from './save.ts';
import { tabCount } from './tabCount.ts';
import { taskUsers } from './taskUsers.ts';

export { applyDeposits } from './applyDeposit.ts';
export { askDepositsBack, askRefund, noteRefund, payRefund, refundProblems, type RefundAsked } from './askRefund.ts';
export { refundFacts } from './account.ts';
export { cancelBooking } from './cancel.ts';
export { addLine, readLines } from './bill.ts';
export { keepMoney, repriceOrder } from './keepMoney.ts';
export { DEPOSITS_OF_PAYMENTS } from './depositMigration.ts';
export { moneyStoreOf } from './moneyStore.ts';
export { keptMoney } from './money.ts';
export { quoteAnswer, quoteOf, timeZoneOf, zoneOf } from './quote.ts';
export { GATEWAY_TOKEN, GATEWAY_URL } from './pushDeliverer.ts';
export { recordPayment } from './recordPayment.ts';
export { lockRenters } from './renter.ts';
export { AGREED_TOTAL, holdCar } from './book.ts';
export { carVerdictOf, modelOverride } from './assignCar.ts';
export { marksOf } from './damage.ts';
export { modelNames } from './named.ts';
export { outOrder, outWith } from './outWith.ts';
export { chargedUntil, snapshotOfOrder } from './snapshot.ts';
export { takeBack } from './return.ts';
export { keepTask, outTask } from './task.ts';
export { unsigned } from './unsigned.ts';
export { saveBooking } from './save.ts';
export { beginStep } from './step.ts';
export { waivedOf } from './waived.ts';

/** The life of an order, from the quote to the settlement. */
export const orderServer = defineModule({
  commands: [
    ...[availableCars, alternatives, quote, saveOrder, editTime, assignCar, assignStaff, remarkOrder],
    ...[pickup, rejectPickup, returnCar, returnTerms, rejectReturn, cancelPreview, cancelOrder, noShow, waivePenalty],
    ...[renewQuote, renew, renewals, cancelRenewal],
    ...[getContract, signContract],
    ...[generateCoupon, orderCoupons, redeemCoupon, removeCoupon],
    ...[savePreauth, capturePreauth, releasePreauth],
    ...[savePayment, payments, additionalFee, voidFee, applyDeposit, fees],
    ...[tabCount, lateReturns, orderLog, pushOrder, printKey, printKeys, revokePrintKeys, printOrder],
    ...[taskUsers, orderChannels, carDamages],
  ],
  hooks: { order: orderHooks },
  computed: { ...orderColumns, ...preauthColumns, ...preparationColumns, orderActions: orderActionsColumn },
  filters: { ...orderFilters, ...preparationFilters, ...preauthFilters },
  rowScopes: { order: ownTasksOnly, preparation: ownTasksOnly },
  deliverers: { channel: pushDeliverer },
  migrations: [
    DEPOSIT_MIGRATION,
    WAIVER_MIGRATION,
    PAYMENT_STORE_MIGRATION,
    PAYMENT_DAY_MIGRATION,
    PRINT_KEY_MIGRATION,
    PRINT_KEY_USES_MIGRATION,
  ],
});
