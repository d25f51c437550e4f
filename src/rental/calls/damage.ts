import { ID, INTEGER, list, object, orNull, STRING, type TypeOf } from 'forecourt/calls';
import { DAMAGE_KINDS, DAMAGE_ZONE_NAMES, MOST_MARKS } from '../rules/index.ts';
import { code } from './parts.ts';

const THOUSANDTH = { type: 'integer', minimum: 0, maximum: 1000 } as const;
/** What is wrong where: a spot on the sketch of the car, in thousandths of the drawing that shows its zone (D-ORD-31). */
const WHAT = { zone: { enum: DAMAGE_ZONE_NAMES }, x: THOUSANDTH, y: THOUSANDTH, kind: { enum: DAMAGE_KINDS } } as const;

/** A mark as a task keeps it. The photo is the name of a file. */
export const DAMAGE_MARK = object({
  no: INTEGER,
  ...WHAT,
  /** Centimetres; null where nobody measured. */
  size: orNull(INTEGER),
  note: STRING,
  photo: STRING,
});
export type DamageMark = TypeOf<typeof DAMAGE_MARK>;

/** A mark that a handover adds; its number follows those that the car has. */
const NEW_MARK = object(WHAT, {
  size: { type: ['integer', 'null'], minimum: 1, maximum: 500 },
  note: { type: 'string', maxLength: 200 },
  photo: { type: 'string', maxLength: 100 },
});
export type NewMark = TypeOf<typeof NEW_MARK>;

/** What the form of a task says of damage; all other marks stay. */
export const TASK_DAMAGE = {
  damages: { ...list(NEW_MARK), maxItems: MOST_MARKS },
  mended: { ...list(INTEGER), maxItems: MOST_MARKS },
} as const;

/** The marks of a car as they stand, and the handover that they were last looked at. */
export const CAR_DAMAGES = object({
  category: orNull(code('vehicleCategory')),
  marks: list(DAMAGE_MARK),
  orderId: orNull(ID),
  orderNo: STRING,
  time: STRING,
});
export type CarDamages = TypeOf<typeof CAR_DAMAGES>;
