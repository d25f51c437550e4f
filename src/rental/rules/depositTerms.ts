import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Deposit types: paid 1, card pre-authorisation 2, deposit-free 3 (D-MONEY-04). */
export type DepositType = 1 | 2 | 3;

/** The deposits, in the order in which money fills them. */
export const DEPOSIT_ITEMS = ['orderDeposit', 'violationDeposit'] as const;
export type DepositItem = (typeof DEPOSIT_ITEMS)[number];

/** The properties of an order that say how its deposits are taken. */
export const DEPOSIT_TERMS = ['depositType', 'orderDepositWaived', 'violationDepositWaived'] as const;

/** How an order's deposits are taken: the type speaks for those that are not waived. Flags are stored as 0 or 1; type 3 waives both (D-MONEY-04). */
export interface DepositTerms {
  readonly depositType: DepositType;
  readonly orderDepositWaived?: 0 | 1;
  readonly violationDepositWaived?: 0 | 1;
}

const FREE = 3;

/** Says how one deposit is taken: paid, on a card, or waived (D-MONEY-04). */
export const depositWay = (terms: DepositTerms, item: DepositItem): DepositType =>
  terms[`${item}Waived`] === 1 ? FREE : terms.depositType;

/** The deposits that are waived. */
export const waivedItems = (terms: DepositTerms): readonly DepositItem[] =>
  DEPOSIT_ITEMS.filter((item) => depositWay(terms, item) === FREE);

/** Terms as somebody sends them: what is left out stays. */
export type SentTerms = { readonly [Name in keyof DepositTerms]?: DepositTerms[Name] };

/**
 * Settles the terms of an order (D-MONEY-04): both flags mean type 3, and type 3 means both flags. Another type after type 3 waives neither deposit, unless
 * a flag comes with it. Returns the problem where type 3 is sent beside a flag that says no.
 */
export function settledTerms(sent: SentTerms, before: Required<DepositTerms> | null): Required<DepositTerms> | Problem {
  const type = sent.depositType ?? before?.depositType ?? 1;
  const saysFlag = DEPOSIT_ITEMS.some((item) => sent[`${item}Waived`] !== undefined);
  const leavesFree = before?.depositType === FREE && type !== FREE && !saysFlag;
  const flag = (item: DepositItem): 0 | 1 => {
    // Rows of an earlier version have type 3 without its flags.
    const stays = before && !leavesFree && waivedItems(before).includes(item) ? 1 : 0;
    return sent[`${item}Waived`] ?? (sent.depositType === FREE ? 1 : stays);
  };
  const flags = { orderDepositWaived: flag('orderDeposit'), violationDepositWaived: flag('violationDeposit') };
  if (flags.orderDepositWaived && flags.violationDepositWaived) return { depositType: FREE, ...flags };
  if (type !== FREE) return { depositType: type, ...flags };
  return sent.depositType === FREE
    ? problem('order.refusal.bothWaived', {}, 'depositType')
    : { depositType: 1, ...flags };
}
