import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { HOUR } from './storeTime.ts';
import type { DateText, Instant } from './storeTime.ts';

/** Channel service type of a flash rental (`channelServiceType`). */
export const FLASH_RENTAL = 3;

/** How a store offers a model as a flash rental. */
interface FlashRentTerms {
  readonly enabled: boolean;
  /** Cars a day of pickup. */
  readonly quota: number;
  readonly leadHours: number;
}

interface FlashRentFacts {
  /** null: nobody has set anything for this store and model. */
  readonly terms: FlashRentTerms | null;
  /** Flash rentals of the day of pickup that are booked already, without this one. */
  readonly taken: number;
  readonly day: DateText;
  readonly pickup: Instant;
  readonly now: Instant;
}

/** May the trip be a flash rental (D-CHN-02)? Offered, in time, and one of the day is left. */
export function flashRentProblem({ terms, taken, day, pickup, now }: FlashRentFacts): Problem | null {
  if (!terms?.enabled) return problem('quote.error.flashOff', {}, 'serviceType');
  if (pickup - now < terms.leadHours * HOUR)
    return problem('quote.error.flashLead', { hours: terms.leadHours }, 'plannedPickupTime');
  if (taken >= terms.quota) return problem('quote.error.flashFull', { date: day, quota: terms.quota }, 'serviceType');
  return null;
}
