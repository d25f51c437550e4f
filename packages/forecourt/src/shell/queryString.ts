/**
 * Stands for the package query-string in react-admin (3 kB of every first load). It keeps page, sort and filter of a
 * list in the same addresses, without the options that nobody here uses.
 */

type Value = string | number | boolean | null | undefined;
type Parsed = string | null;

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** An address may have been typed: what is no encoding stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const pair = (name: string, value: Value): string[] => {
  if (value === undefined) return [];
  return [value === null ? encode(name) : `${encode(name)}=${encode(String(value))}`];
};

/** `page=2&sort=id`: by name, without what is undefined; a list has its name again for each value. */
export const stringify = (query: Readonly<Record<string, Value | readonly Value[]>>): string =>
  Object.keys(query)
    .toSorted()
    .flatMap((name) => [query[name]].flat().flatMap((value) => pair(name, value as Value)))
    .join('&');

/** What an address says after its question mark. A name without a value is null, one that comes more than once a list. */
export function parse(search: string): Record<string, Parsed | Parsed[]> {
  const query = Object.create(null) as Record<string, Parsed | Parsed[]>;
  for (const part of search
    .trim()
    .replace(/^[?#&]/, '')
    .split('&')) {
    if (part === '') continue;
    const [name, ...value] = part.replaceAll('+', ' ').split('=');
    const key = decode(name!);
    const found = value.length === 0 ? null : decode(value.join('='));
    const before = query[key];
    query[key] = before === undefined ? found : [...[before].flat(), found];
  }
  return query;
}
