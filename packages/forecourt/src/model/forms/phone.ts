import { plainText } from './text.ts';

/** Calling codes of the ITU: no one begins another, so that both sides take the same, the shortest or the longest match. */
export const CALLING_CODE =
  '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[789]|8[035789]|9[679])[0-9])';

/** Calling codes by the most digits that a number of theirs has behind the code, fixed line or mobile. */
const LONGEST: Readonly<Record<number, string>> = {
  5: '247 290 500 682',
  6: '298 299 672 681 687',
  7: '238 239 246 248 269 291 297 501 592 597 673 674 676 677 678 679 680 683 688 690 691 692 960',
  8: '45 47 65 216 222 223 226 227 228 230 232 235 236 241 253 257 266 267 268 350 356 357 370 371 372 373 374 382 386 389 502 503 504 505 506 507 509 591 598 599 670 675 686 689 852 853 961 965 968 973 974 975 993',
  9: '27 32 33 34 36 40 41 46 48 51 56 61 66 93 94 211 212 213 218 220 221 224 231 233 237 240 242 244 245 249 250 251 252 254 255 256 258 260 261 262 263 264 265 351 354 355 359 375 376 377 380 385 387 420 421 423 508 590 593 594 595 596 855 886 962 963 966 967 970 971 992 994 995 996 998',
  10: '1 7 20 30 44 52 53 57 58 60 63 64 81 82 84 90 91 92 95 98 225 229 234 243 353 358 378 685 850 856 880 964 976 977',
  11: '31 54 55 86 352',
  12: '39 62 381 383 972',
  13: '43',
};

/** The most digits of any number (E.164). */
export const LONGEST_OF_ALL = 15;

export const LONGEST_BY_CODE: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(LONGEST).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
);

/** Calling codes whose numbers may begin with 0 themselves: nothing is dialled before them at home. */
export const ZERO_BELONGS = ['39', '47', '225', '226', '227', '229', '241', '242', '378', '379', '992'];

/** What is dialled at home in place of the calling code and is not 0: code, prefix, and how long the number is with it (0: any). */
export const OTHER_TRUNKS: readonly (readonly [code: string, prefix: string, digits: number])[] = [
  ['7', '8', 11],
  ['36', '06', 0],
  ['375', '80', 11],
  ['993', '8', 9],
];

/** Fewer digits are no phone number. */
export const FEWEST_DIGITS = 4;

/** A part is hidden: `138****1234`, `138xxxx1234`. */
export const MASKED = '[*●×]|[xX][xX]';

/** Number and extension: `17012345678,8812`, `021 6288 1234 转 8812`. */
export const EXTENSION = '^([^,;#xXeE转轉分ต]*[0-9][^,;#xXeE转轉分ต]*)[,;#xXeE转轉分ต][^0-9]*([0-9]{1,8})[^0-9]*$';

const callingCode = new RegExp(CALLING_CODE);
const masked = new RegExp(MASKED);
const extension = new RegExp(EXTENSION);

const longestOf = (code: string): number => LONGEST_BY_CODE[code] ?? LONGEST_OF_ALL;

/** The number without what is dialled before it at home. */
function withoutTrunk(code: string, number: string): string {
  for (const [of, prefix, digits] of OTHER_TRUNKS)
    if (code === of && number.startsWith(prefix) && (digits === 0 || number.length === digits))
      return number.slice(prefix.length);
  return number.startsWith('0') && !ZERO_BELONGS.includes(code) ? number.slice(1) : number;
}

/** The number of a country, which may begin with the country's own calling code: `66812345678`. */
function ofCountry(code: string, digits: string): string {
  const rest = digits.length - code.length;
  const own = digits.startsWith(code) && digits.length > longestOf(code) && rest <= longestOf(code) + 1;
  return withoutTrunk(code, own && rest >= FEWEST_DIGITS ? digits.slice(code.length) : digits);
}

/**
 * The one spelling of a phone number: `+66812345678`, with `;8812` where it has an extension. `country` is the calling code beside it (`+66`),
 * `home` are calling codes for numbers without any, the first that fits. Undefined where it is no number, or a part of it is masked.
 *
 * @example phoneForm('081-234-5678', '+66') === phoneForm('+66 (0)81 234 5678')
 */
export function phoneForm(text: string, country = '', home: readonly string[] = []): string | undefined {
  const plain = plainText(text);
  if (masked.test(plain)) return undefined;
  const [, main = plain, extra] = extension.exec(plain) ?? [];
  let digits = main.replace(/[^0-9]/g, '');
  let international = /^[^0-9]*\+/.test(main);
  if (!international && digits.startsWith('00')) {
    international = true;
    digits = digits.slice(2);
  }
  if (digits.length < FEWEST_DIGITS) return undefined;
  const behind = extra === undefined ? '' : `;${extra}`;
  if (international) {
    const code = callingCode.exec(digits)?.[1] ?? '';
    return `+${code}${withoutTrunk(code, digits.slice(code.length))}${behind}`;
  }
  const said = country.replace(/[^0-9]/g, '');
  const codes = said === '' ? home : [said];
  const fitting = codes.find((code) => ofCountry(code, digits).length <= longestOf(code)) ?? codes[0];
  return fitting === undefined ? `${digits}${behind}` : `+${fitting}${ofCountry(fitting, digits)}${behind}`;
}

/**
 * A phone number as a search looks for it: without calling code and what is dialled before it, so that `081-234-5678` and `+66812345678`
 * are one. Undefined for a text that is no phone number.
 */
export function phoneDigits(form: string | undefined): string | undefined {
  return form?.startsWith('+') ? form.slice(1).replace(callingCode, '') : form?.replace(/^0/, '');
}
