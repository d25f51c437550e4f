import type { Readable } from 'node:stream';

/** How the names of pieces end: parts of uploads that are not whole yet. They are no files of anybody, and in no list. */
export const PIECE = '.piece';

/** A file being written. It does not exist for anybody until `keep`. */
export interface Draft {
  readonly name: string;
  write(chunk: Buffer): Promise<void>;
  keep(): Promise<void>;
  /** Leaves nothing behind; harmless after `keep`. */
  discard(): Promise<void>;
}

/** What a browser says of the part that it wants, as headers of its request. */
export interface Wanted {
  readonly range?: string;
  readonly 'if-none-match'?: string;
}

/** A file, or what was wanted of it, as an answer: 200, 206, 304 or 416. */
export interface Opened {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Uploaded files under random names (D-SEC-02). A file never changes under its name. */
export interface FileStore {
  /** Where they lie for a web server to send them itself; absent where they lie elsewhere. */
  readonly directory?: string;
  /** Makes ready what is needed, and clears away what crashed uploads left. Throws StorageError. */
  prepare(): Promise<void>;
  /** Under a random name, or a given one that nothing has yet. */
  draft(name?: string): Promise<Draft>;
  /** Removing one that is not there does no harm. */
  remove(name: string): Promise<void>;
  /** Where a browser may read it itself, for some minutes, as a file of this type; absent where it reads from this server. `now` in epoch milliseconds. */
  address?(name: string, answer: { readonly type: string; readonly disposition: string }, now: number): string;
  /** Undefined where there is no such file. */
  open(name: string, wanted?: Wanted): Promise<Opened | undefined>;
  /** All that are whole, in no order. */
  list(): AsyncIterable<{ readonly name: string; readonly size: number }>;
  /** Takes in a copy of a file of this disk, unless there is one of its name. */
  bring(name: string, from: string): Promise<void>;
}

/** The storage is not what the settings say; the message is a sentence for the operator. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
  }
}
