const DIGITS = 15;

/** Whether a number is so many steps, as far as doubles tell: 0.3 is three times 0.1, and of 123456789012.34 the last digit counts. */
export function isMultipleOf(value: number, step: number): boolean {
  const nearest = Math.round(value / step) * step;
  return Number(nearest.toPrecision(DIGITS)) === Number(value.toPrecision(DIGITS));
}
