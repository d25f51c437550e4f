/** So many digits in a row may be a number that JavaScript does not hold. */
const LONG = /\d{16}/;
/** Texts and numbers of a JSON document. */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const WHOLE = /^-?\d{16,19}$/;

/**
 * Reads a JSON document of PostgreSQL. A whole number of 64 bits that JavaScript would round becomes its digits as a text, as a column of such numbers does;
 * every other number is one.
 */
export const parseExactly = (json: string): unknown =>
  JSON.parse(
    LONG.test(json)
      ? json.replace(PART, (part) => (WHOLE.test(part) && String(Number(part)) !== part ? `"${part}"` : part))
      : json,
  );
