import { Readable, Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

/** What `pg` sends on a connection while rows are copied; its types leave it out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Rows are handed on in pieces of about so many bytes: one by one they would cost more than their content. */
const PIECE_BYTES = 64 * 1024;

const rowsOf = (text: string): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? NaN);

/**
 * The rows of a `COPY … TO STDOUT` as bytes, for `client.query`. No more than a piece is held in memory: while nobody reads, the connection stands still.
 * `rows` says how many there were, once the stream has ended.
 */
export class CopyOut extends Readable implements Submittable {
  rows = NaN;
  readonly #text: string;
  #connection: CopyConnection | undefined;
  #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #filled = 0;

  constructor(text: string) {
    super({ highWaterMark: PIECE_BYTES * 2 });
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection as CopyConnection;
    connection.query(this.#text);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  #flush(): void {
    if (this.#filled === 0) return;
    const more = this.push(this.#piece.subarray(0, this.#filled));
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES);
    this.#filled = 0;
    if (!more) this.#connection?.stream.pause();
  }

  /** The bytes are those of the connection's own buffer, which it uses again: they are copied at once. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return;
    if (this.#filled + chunk.length > this.#piece.length) this.#flush();
    if (chunk.length > this.#piece.length) this.push(Buffer.from(chunk));
    else this.#filled += chunk.copy(this.#piece, this.#filled);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }

  handleReadyForQuery(): void {
    if (this.destroyed) return;
    this.#flush();
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/** Takes the rows of a `COPY … FROM STDIN` as bytes, for `client.query`. `rows` says how many there were, once the stream has finished. */
export class CopyIn extends Writable implements Submittable {
  rows = NaN;
  readonly #text: string;
  #connection: CopyConnection | undefined;
  /** What waits for PostgreSQL to be ready for rows, or for its last word. */
  #waiting: (() => void) | undefined;
  #open = false;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection as CopyConnection;
    connection.query(this.#text);
  }

  handleCopyInResponse(): void {
    this.#open = true;
    this.#waiting?.();
  }

  #whenOpen(send: (connection: CopyConnection) => void): void {
    const go = (): void => {
      this.#waiting = undefined;
      send(this.#connection!);
    };
    if (this.#open) go();
    else this.#waiting = go;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#whenOpen((connection) => {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => done());
      else done();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#whenOpen((connection) => {
      this.#open = false;
      this.#waiting = () => done();
      connection.endCopyFrom();
    });
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOf(text);
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.#waiting?.();
  }

  handleError(error: Error): void {
    this.#open = false;
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#open) this.#connection?.sendCopyFail('given up');
    this.#open = false;
    done(error);
  }
}
