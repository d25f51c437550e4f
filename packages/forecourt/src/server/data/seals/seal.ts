import { createHash, randomBytes } from 'node:crypto';

/** A row as its seal knows it: `fixed` is the digest of what nobody ever changes, `erasable` that of what the erasure of a person may blank. */
export interface SealedRow {
  readonly id: number;
  /** ISO 8601, UTC, with microseconds. */
  readonly time: string;
  readonly fixed: string;
  readonly erasable: string;
}

/** One link of the chain: some rows of one log. */
export interface Seal {
  readonly version: 1;
  /** 1, 2, 3 … */
  readonly position: number;
  /** Hash of the seal before. */
  readonly before: string;
  /** Every row that was written before is numbered, as the database's clock says. */
  readonly time: string;
  /** `rows`: seals them for the first time. `erased`: seals them again, after an erasure has blanked them. */
  readonly kind: 'rows' | 'erased';
  readonly log: string;
  /** Columns that the digests are of, sorted. Those that the log gets later are none of them. */
  readonly columns: readonly string[];
  /** The last id of this log that was sealed before; null: none. */
  readonly after: number | null;
  readonly rows: readonly SealedRow[];
  /** Whether all rows of this log that were written before `time` are sealed. */
  readonly settled: boolean;
  /** Rows sealed so far, of all logs. */
  readonly total: number;
  /** The last id of each log that is sealed. */
  readonly last: Readonly<Record<string, number>>;
  /** Of what kind `erased` is: the erasure. */
  readonly erasure?: string;
}

/** A seal as the database keeps it. Salts are beside the chain: an erasure forgets them, and nobody can guess what a row said. */
export interface StoredSeal {
  readonly position: number;
  /** The seal as JSON; the hash is of these very letters. */
  readonly content: string;
  /** `SALT_BYTES` for each row, in the order of its rows. */
  readonly salts: Buffer;
  /** SHA-256 of the content, which holds the hash before. */
  readonly hash: string;
}

/** Texts of the columns of a row; null: none. */
export type RowTexts = Readonly<Record<string, string | null>>;

/** Rows of one seal at most. */
export const SEAL_ROWS = 500;
export const SALT_BYTES = 16;
/** The hash before the first seal. */
export const BEGINNING = '0'.repeat(64);

/** What the erasure of a person may blank, and nothing else (`forecourt_sql.append_only`). */
const ERASABLE: ReadonlySet<string> = new Set(['before', 'after', 'detail', 'params', 'message']);

export const newSalts = (rows: number): Buffer => randomBytes(rows * SALT_BYTES);
export const saltOf = (salts: Buffer, at: number): Buffer => salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES);

/** Returns the hash of a seal, in hexadecimal digits. */
export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Values as JSON: a text and no text differ, and no text runs into the next. A log without such columns has an empty list. */
const spelled = (log: string, columns: readonly string[], row: RowTexts, erasable: boolean): string =>
  JSON.stringify([
    log,
    columns.filter((name) => ERASABLE.has(name) === erasable).map((name) => [name, row[name] ?? null]),
  ]);

/** Returns the digests of a row. Without its salt the second says nothing of what the row held. */
export function digestsOf(
  log: string,
  columns: readonly string[],
  row: RowTexts,
  salt: Buffer,
): Pick<SealedRow, 'fixed' | 'erasable'> {
  const digest = (text: string, before: Buffer | string = ''): string =>
    createHash('sha256').update(before).update(text).digest('base64');
  return {
    fixed: digest(spelled(log, columns, row, false)),
    erasable: digest(spelled(log, columns, row, true), salt),
  };
}

type Listed = readonly [id: number, time: string, fixed: string, erasable: string];

/** Returns the letters that are hashed and kept. */
export const written = (seal: Seal): string =>
  JSON.stringify({
    ...seal,
    rows: seal.rows.map(({ id, time, fixed, erasable }): Listed => [id, time, fixed, erasable]),
  });

/** Reads them again; undefined for what is no seal. */
export function readSeal(content: string): Seal | undefined {
  try {
    const { rows, ...seal } = JSON.parse(content) as Omit<Seal, 'rows'> & { readonly rows: readonly Listed[] };
    if (!Array.isArray(seal.columns) || typeof seal.last !== 'object') return undefined;
    return { ...seal, rows: rows.map(([id, time, fixed, erasable]) => ({ id, time, fixed, erasable })) };
  } catch {
    return undefined;
  }
}

/** Reads a seal that this program has written a moment ago. Throws for what is none. */
export function ownSeal(content: string): Seal {
  const seal = readSeal(content);
  if (!seal) throw new Error('the last seal of the logs is none: verify the logs');
  return seal;
}
