import { phoneForm } from 'forecourt/model';
import { problem, type Problem } from './problem.ts';

/** Nobody may drive a car in Thailand before (Land Traffic and Motor Vehicle Acts). */
const DRIVING_AGE = 18;

/** What is known of who rents when the keys go out; dates as YYYY-MM-DD, null where nobody has said them. */
export interface RenterPapers {
  readonly birthday: string | null;
  /** Last day of the driver licence. */
  readonly licenceEnd: string | null;
  readonly phone: string;
  readonly pickupDate: string;
  readonly returnDate: string;
}

const yearsLater = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** Warnings of a pickup about its renter (D-ORD-35): too young, a licence that ends before the return, a phone of which a part is hidden. */
export function renterWarnings(renter: RenterPapers): readonly Problem[] {
  const { birthday, licenceEnd, pickupDate, returnDate } = renter;
  return [
    ...(birthday !== null && yearsLater(birthday, DRIVING_AGE) > pickupDate
      ? [problem('order.warning.tooYoung', { age: DRIVING_AGE, birthday })]
      : []),
    ...(licenceEnd !== null && licenceEnd < returnDate
      ? [problem('order.warning.licenceEnds', { date: licenceEnd })]
      : []),
    ...(phoneForm(renter.phone) === undefined ? [problem('order.warning.phoneHidden')] : []),
  ];
}
