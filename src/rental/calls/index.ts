import type { CallTable } from 'forecourt/calls';
import { adminCalls } from './admin.ts';
import { billCalls } from './bill.ts';
import { bookingCalls } from './booking.ts';
import { carChangeCalls } from './carChange.ts';
import { channelCalls } from './channels.ts';
import { couponCalls } from './coupon.ts';
import { gpsCalls } from './gps.ts';
import { memberCalls } from './member.ts';
import { depositCalls } from './deposit.ts';
import { moneyCalls } from './money.ts';
import { monthCloseCalls } from './monthClose.ts';
import { preauthCalls } from './preauth.ts';
import { orderCalls } from './order.ts';
import { priceCalls } from './price.ts';
import { printCalls } from './print.ts';
import { smsCalls } from './sms.ts';
import { stockCalls } from './stock.ts';
import { upkeepCalls } from './upkeep.ts';
import { storeCalls } from './store.ts';
import { vehicleCalls } from './vehicle.ts';
import { violationCalls } from './violation.ts';

/** Every call of the business that is not generic. Pages import types from here and nothing else: schemas stay on the server. */
export const calls = {
  ...adminCalls,
  ...billCalls,
  ...bookingCalls,
  ...carChangeCalls,
  ...channelCalls,
  ...couponCalls,
  ...gpsCalls,
  ...memberCalls,
  ...depositCalls,
  ...moneyCalls,
  ...monthCloseCalls,
  ...preauthCalls,
  ...orderCalls,
  ...priceCalls,
  ...printCalls,
  ...smsCalls,
  ...stockCalls,
  ...upkeepCalls,
  ...storeCalls,
  ...vehicleCalls,
  ...violationCalls,
};

export type RentalCalls = CallTable<typeof calls>;
export type { ChannelAnswer, FliggyMessage, ZuzucheMessage } from './channelFormats.ts';
export type { CouponForm } from './coupon.ts';
export type { MonthBooks } from './monthClose.ts';
export type { OwnStore, Place } from './admin.ts';
export {
  DRAFT_PLAIN,
  type AvailableCarsInput,
  type DraftName,
  type Alternatives,
  type AlternativesInput,
  type EditTimeInput,
  type EditedTime,
  type CarOut,
  type FreeCar,
  type Quote,
  type QuoteInput,
  type QuoteLine,
  type RenewConflict,
  type RenewQuote,
  type Risk,
  type SaveInput,
} from './booking.ts';
export type { CarChangeInput, CarChangeQuote, CarPartRow } from './carChange.ts';
export type { ChangedPrice } from './price.ts';
export type { CarDamages, DamageMark, NewMark } from './damage.ts';
export {
  MEMBER_PARTS,
  type BlacklistEntry,
  type DocumentOfType,
  type ErasurePreview,
  type LikelyDuplicate,
  type MemberParts,
  type MergePreview,
  type MoneyOfMember,
} from './memberParts.ts';
export type { DepositsHeld } from './deposit.ts';
export type { DayClose, DayFlow, DayInput, DayPayment, DrawerCounted, ResultInput } from './money.ts';
export {
  type CancelPreview,
  type ContractDocument,
  type ContractInfo,
  type PickupInput,
  type ReturnInput,
  type TaskForm,
  type Words,
} from './order.ts';
export {
  ORDER_PARTS,
  type ChargeOfReturn,
  type DeductionRow,
  type DepositPart,
  type Deposits,
  type FeeRow,
  type LedgerEntry,
  type PaymentRow,
  type RefundRow,
  type RenewalRow,
  type TaskRow,
  type OrderParts,
} from './orderParts.ts';
export type { LogEntry, Notice } from './parts.ts';
export type { SheetKey } from './print.ts';
export type { SentCharge } from './returnCharges.ts';
export { SHEET_PARTS, SHEETS, type Sheet, type SheetOf } from './sheets.ts';
export { PHONE, type SmsSettings } from './sms.ts';
export { STORE_PARTS, type PreviewInput, type SettingsDraft, type StoreParts, type StorePreview } from './store.ts';
export type { CarCostEntry, CarCosts } from './vehicle.ts';
export {
  MOST_CARS,
  type Forecast,
  type Inventory,
  type Shortage,
  type StockBar,
  type StockRow,
  type StockSpan,
  type StockView,
  type StockViewInput,
  type StockWaiting,
} from './stock.ts';
export { TASK_PLAIN } from './taskParts.ts';
export type { OrderMatch } from './violation.ts';
