/** Characters that nobody sees (Unicode: default ignorable), as ranges of code points. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** The ranges between the brackets of a regular expression; `escape` writes one code point. */
export const invisibleClass = (escape: (code: string) => string): string =>
  INVISIBLE.map((range) => range.map((code) => escape(code.toString(16))).join('-')).join('');

const invisible = new RegExp(`[${invisibleClass((code) => `\\u{${code}}`)}]`, 'gu');

/**
 * What two texts of a unique property are compared by: Unicode's NFKC, without characters that nobody sees.
 *
 * @example uniqueKey('ＴＲＩＭ') === uniqueKey('TR\u200bIM')
 */
export const uniqueKey = (text: string): string => text.replace(invisible, '').normalize('NFKC');

/** Zeros of the scripts whose digits people type: Arabic, Persian, Hindi, Bengali, Thai, Lao, Tibetan, Burmese, Khmer. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];

/** Digits of other scripts, and the plain digit of each at the same place. */
export const OTHER_DIGITS = ZEROS.flatMap((zero) =>
  Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)),
).join('');
export const PLAIN_DIGITS = '0123456789'.repeat(ZEROS.length);

const otherDigits = new RegExp(`[${OTHER_DIGITS}]`, 'g');

/** The comparable text with plain digits: `๐๘๑` is `081`. */
export const plainText = (text: string): string =>
  uniqueKey(text).replace(otherDigits, (digit) => PLAIN_DIGITS[OTHER_DIGITS.indexOf(digit)]!);
