import { INTEGER, list, object, orNull, STRING, typed, type TypeOf } from 'forecourt/calls';
import { DAMAGE_KINDS, DAMAGE_PARTS, MOST_MARKS, RETURN_CHARGES, type ReturnTerms } from '../rules/index.ts';
import { BAHT } from './parts.ts';

const SENT_CHARGE = object(
  { kind: { enum: RETURN_CHARGES }, amount: BAHT },
  {
    /** Which of the new marks of the form, counted from 0. */
    mark: { type: 'integer', minimum: 0, maximum: MOST_MARKS },
    /** Which of the cars before, for its fuel, counted from 0. */
    car: { type: 'integer', minimum: 0 },
    /** Why the amount is not the proposed one. */
    reason: { type: 'string', maxLength: 200 },
  },
);
export type SentCharge = TypeOf<typeof SENT_CHARGE>;

/** The charges of a return as the desk has seen them (D-ORD-37). A form without them, as of an earlier version, charges none. */
export const SENT_CHARGES = { ...list(SENT_CHARGE), maxItems: MOST_MARKS + RETURN_CHARGES.length } as const;

/** Money in satang and times as instants: the rules of the desk work with them as they are. */
export const RETURN_TERMS = typed<ReturnTerms>(
  object({
    snapshot: { type: 'object' },
    pickup: INTEGER,
    chargedUntil: INTEGER,
    service: { type: 'string' },
    outMileage: INTEGER,
    outOil: INTEGER,
    earlierKm: INTEGER,
    earlierFuel: list(object({ plate: STRING, eighths: INTEGER })),
    fuelPricePerEighth: orNull(INTEGER),
    damagePrices: list(object({ part: { enum: DAMAGE_PARTS }, kind: { enum: DAMAGE_KINDS }, amount: INTEGER })),
  }),
);
