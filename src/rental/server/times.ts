import { Refusal } from 'forecourt/server';
import { fromWallClock, toWallClock } from '../rules/index.ts';
import type { Instant } from '../rules/index.ts';

/** Wire time to an instant; a day or hour that no calendar has is refused at its field. */
export function instantOf(text: string, timeZone: string, field: string): Instant {
  const instant = fromWallClock(text, timeZone);
  if (instant === null) throw new Refusal('msg.parameterError', { fields: { [field]: 'msg.badDate' } });
  return instant;
}

/** Instant to wire time; empty is `""` (D-GEN-06). */
export const wireTime = (value: Date | string | null, timeZone: string): string =>
  value === null ? '' : toWallClock(new Date(value).getTime(), timeZone);
