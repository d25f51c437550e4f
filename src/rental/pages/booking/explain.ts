import { depositWay, isDepositItem, type DepositTerms, type DepositType, type FeeItem } from '../../rules/index.ts';
import type { Quote, QuoteLine } from '../../calls/index.ts';

interface Explanation {
  /** Below `rental.booking.explain`. */
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const PER_DAY: ReadonlySet<FeeItem> = new Set(['basicInsurance', 'premiumService', 'vipService']);

/** A deposit that is not taken is on the bill as a note (D-PRICE-10). */
const NOT_TAKEN: Readonly<Partial<Record<DepositType, string>>> = { 2: 'depositOnCard', 3: 'depositWaived' };

/** The word for a line that nobody pays: a deposit that is held on a card, or waived. Nothing for all others. */
export const notTaken = (item: FeeItem, terms: DepositTerms | undefined): string | undefined =>
  terms && isDepositItem(item) ? NOT_TAKEN[depositWay(terms, item)] : undefined;

/** Why a line is on the bill and how it comes to its amount (D-PRICE-03 to D-PRICE-10), as a text key with its figures. */
export function explanationOf(
  { item, amount }: QuoteLine,
  quote: Pick<Quote, 'rentalDays' | 'rentalHours'>,
  money: (baht: number) => string,
  terms?: DepositTerms,
): Explanation {
  const days = quote.rentalDays ?? 0;
  if (item === 'rental')
    return {
      key: 'rental',
      params: { smart_count: days, perDay: money(days > 0 ? Math.round((amount / days) * 100) / 100 : amount) },
    };
  if (item === 'hourly') return { key: 'hourly', params: { smart_count: quote.rentalHours ?? 0 } };
  if (PER_DAY.has(item) && days > 0)
    return { key: 'perDay', params: { smart_count: days, perDay: money(Math.round((amount / days) * 100) / 100) } };
  return { key: notTaken(item, terms) ?? item, params: {} };
}
