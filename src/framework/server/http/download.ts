import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Answer } from './envelope.ts';

/** What a reading command returns to answer a file instead of data. */
export class Download {
  readonly filename: string;
  readonly mimeType: string;
  readonly body: string | Buffer | AsyncIterable<string | Uint8Array>;

  constructor(file: Pick<Download, 'filename' | 'mimeType' | 'body'>) {
    this.filename = file.filename;
    this.mimeType = file.mimeType;
    this.body = file.body;
  }
}

/** Names a file in a header: ASCII for the old, the true name for the others (RFC 6266). */
const attachment = (filename: string): string =>
  `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename)}`;

/** A file to be stored under its name. */
export const fileAnswer = (mimeType: string, filename: string, body: NonNullable<Answer['body']>): Answer => ({
  headers: { 'content-type': mimeType, 'content-disposition': attachment(filename) },
  body,
});

/** Takes the first piece before anything is sent, so that a refusal is still an envelope. What fails later cuts the answer off, and is logged. */
export async function streamOf(
  pieces: AsyncIterable<string | Uint8Array>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<string | Uint8Array> {
    try {
      if (first.done) return;
      yield first.value;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } catch (error) {
      log.error({ err: error }, 'a file broke off half-way');
      throw error;
    } finally {
      await iterator.return?.();
    }
  }
  // Bytes as bytes: text and bytes never mix in one file.
  return Readable.from(all(), { objectMode: false });
}
