/**
 * Code 128 (ISO/IEC 15417): widths of bars and spaces in modules, by value. 103 to 105 start code sets A to C, 106 stops; 99 and 100 change
 * to C and B.
 */
// prettier-ignore
export const PATTERNS: readonly string[] = [
  '212222', '222122', '222221', '121223', '121322', '131222', '122213', '122312', '132212', '221213', '221312', '231212',
  '112232', '122132', '122231', '113222', '123122', '123221', '223211', '221132', '221231', '213212', '223112', '312131',
  '311222', '321122', '321221', '312212', '322112', '322211', '212123', '212321', '232121', '111323', '131123', '131321',
  '112313', '132113', '132311', '211313', '231113', '231311', '112133', '112331', '132131', '113123', '113321', '133121',
  '313121', '211331', '231131', '213113', '213311', '213131', '311123', '311321', '331121', '312113', '312311', '332111',
  '314111', '221411', '431111', '111224', '111422', '121124', '121421', '141122', '141221', '112214', '112412', '122114',
  '122411', '142112', '142211', '241211', '221114', '413111', '241112', '134111', '111242', '121142', '121241', '114212',
  '124112', '124211', '411212', '421112', '421211', '212141', '214121', '412121', '111143', '111341', '131141', '114113',
  '114311', '411113', '411311', '113141', '114131', '311141', '411131', '211412', '211214', '211232', '2331112',
];

const TO_C = 99;
const TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;
const MODULUS = 103;
/** A run of so many digits is shorter in set C, change included. */
const WORTH_C = 4;

const valueInB = (character: string): number => character.charCodeAt(0) - 32;

/** Symbol values of a text, from start to stop with the check value. Throws RangeError on what set B does not have (printable ASCII only). */
export function code128Values(text: string): readonly number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 set B holds printable ASCII only');
  const values: number[] = [];
  let set: 'B' | 'C' | undefined;
  let rest = text;
  while (rest !== '') {
    const digits = /^\d*/.exec(rest)![0].length;
    if ((digits >= WORTH_C && digits % 2 === 0) || (set === 'C' && digits >= 2)) {
      if (set !== 'C') values.push(set === undefined ? START_C : TO_C);
      set = 'C';
      values.push(Number(rest.slice(0, 2)));
      rest = rest.slice(2);
    } else {
      if (set !== 'B') values.push(set === undefined ? START_B : TO_B);
      set = 'B';
      values.push(valueInB(rest[0]!));
      rest = rest.slice(1);
    }
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % MODULUS;
  return [...values, check, STOP];
}

/** Bars of a text: where each begins and how wide it is, in modules, and the whole width without the quiet zones. */
export function code128Bars(text: string): {
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly width: number;
} {
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  for (const value of code128Values(text)) {
    [...PATTERNS[value]!].forEach((digit, index) => {
      const width = Number(digit);
      if (index % 2 === 0) bars.push({ x, width });
      x += width;
    });
  }
  return { bars, width: x };
}
