import type { ChainEnd } from './chain.ts';

/** Where the chain ended: whoever keeps it elsewhere can tell later whether the log still leads to it. */
export interface Head {
  /** Of the clock of the database, UTC. */
  readonly day: string;
  /** Number of its last seal. */
  readonly position: number;
  /** Rows sealed so far, of all logs. */
  readonly rows: number;
  /** The last sealed id of each log. */
  readonly last: Readonly<Record<string, number>>;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** What of a head is compared. */
export type KeptHead = Pick<Head, 'day' | 'position' | 'hash'>;

export const headOf = ({ seal, hash }: ChainEnd): Head => ({
  day: seal.time.slice(0, 10),
  position: seal.position,
  rows: seal.total,
  last: seal.last,
  hash,
});

const isHead = (value: unknown): value is KeptHead => {
  const { day, position, hash } = (value ?? {}) as Partial<KeptHead>;
  return (
    typeof day === 'string' && Number.isSafeInteger(position) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
  );
};

/** Reads heads out of lines: as `log-head` prints them, or of the server's log, which has them as `head`. Other lines are passed over. */
export function readHeads(text: string): readonly KeptHead[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"hash"')) return [];
    try {
      const said = JSON.parse(line) as { readonly head?: unknown };
      const head = said.head ?? said;
      return isHead(head) ? [head] : [];
    } catch {
      return [];
    }
  });
}
