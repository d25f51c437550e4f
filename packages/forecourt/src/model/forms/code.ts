import { plainText } from './text.ts';

/** What people put between the characters of a number, as a class of a regular expression for both sides. */
export const SEPARATORS = ' \\t\\n\\r\\f\\v!-/:-@[-`{-~·‐-―•、。';

const separators = new RegExp(`[${SEPARATORS}]`, 'g');

/** Stands for a character that somebody has hidden: no number can be told from the rest. */
export const HIDDEN = '*';

/**
 * The one spelling of a number of letters and digits (a serial number): NFKC, plain digits, capitals, nothing between them. Undefined where
 * nothing is left, or where a part is masked.
 *
 * @example codeForm('ab-12') === codeForm('AB 12')
 */
export function codeForm(text: string): string | undefined {
  const plain = plainText(text);
  if (plain.includes(HIDDEN)) return undefined;
  return plain.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(separators, '') || undefined;
}
