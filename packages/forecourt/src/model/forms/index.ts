export { codeForm, SEPARATORS } from './code.ts';
export {
  CALLING_CODE,
  EXTENSION,
  FEWEST_DIGITS,
  LONGEST_BY_CODE,
  LONGEST_OF_ALL,
  MASKED,
  OTHER_TRUNKS,
  phoneDigits,
  phoneForm,
  ZERO_BELONGS,
} from './phone.ts';
export { invisibleClass, OTHER_DIGITS, PLAIN_DIGITS, plainText, uniqueKey } from './text.ts';
