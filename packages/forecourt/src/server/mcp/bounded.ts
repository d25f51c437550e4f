/** Bytes of an answer at most, as JSON: what an agent can still read. */
export const MOST_BYTES = 60_000;
/** Rows of a page at most. */
export const MOST_ROWS = 100;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null));

/** How much is left of lists and texts, from generous to hardly anything. */
const STEPS = [
  { items: 200, letters: 8_000 },
  { items: 50, letters: 2_000 },
  { items: 20, letters: 500 },
  { items: 5, letters: 200 },
  { items: 1, letters: 50 },
] as const;

interface Shortened {
  readonly value: unknown;
  /** Places that were cut, as `list`, `extraList.3.note`. */
  readonly cut: readonly string[];
}

function shorten(value: unknown, step: (typeof STEPS)[number], path: string, cut: string[]): unknown {
  if (typeof value === 'string' && value.length > step.letters) {
    cut.push(path);
    return `${value.slice(0, step.letters)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > step.items) cut.push(path);
    return value.slice(0, step.items).map((one, at) => shorten(one, step, `${path}.${at}`, cut));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, shorten(one, step, path === '' ? name : `${path}.${name}`, cut)]),
  );
}

/** A value of which long lists and long texts are cut until it fits. */
export function bounded(value: unknown): Shortened {
  if (sizeOf(value) <= MOST_BYTES) return { value, cut: [] };
  for (const step of STEPS) {
    const cut: string[] = [];
    const short = shorten(value, step, '', cut);
    if (sizeOf(short) <= MOST_BYTES) return { value: short, cut: cut.slice(0, 20) };
  }
  return { value: null, cut: ['everything'] };
}

/** What is shown of a page of rows, and how to go on. */
interface Page {
  readonly rows: readonly unknown[];
  /** The page that comes next; absent: there is none. */
  readonly next?: { readonly page: number; readonly pageSize: number };
}

/**
 * As many rows of a page as fit, at least one, and the page that begins behind them. Only sizes are taken that divide what came before: else no page
 * would begin there.
 */
export function boundedPage(
  rows: readonly unknown[],
  { page, pageSize, total }: { readonly page: number; readonly pageSize: number; readonly total: number },
): Page {
  const before = (page - 1) * pageSize;
  let size = pageSize;
  while (size > 1 && (pageSize % size !== 0 || sizeOf(rows.slice(0, size)) > MOST_BYTES)) size--;
  const shown = rows.slice(0, size);
  const more = before + shown.length < total;
  return { rows: shown, ...(more && shown.length > 0 && { next: { page: before / size + 2, pageSize: size } }) };
}
