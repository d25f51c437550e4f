import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Answer } from './envelope.ts';
import { isHead } from './head.ts';

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

/**
 * Takes the first piece before anything is sent, so that a refusal is still an envelope. What fails later cuts the answer off, and is logged. No
 * piece is made for a HEAD.
 */
export async function streamOf(
  pieces: AsyncIterable<string | Uint8Array>,
  request: Pick<FastifyRequest, 'log' | 'raw'>,
): Promise<Readable> {
  if (isHead(request)) return Readable.from([]);
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<string | Uint8Array> {
    try {
      if (first.done) return;
      yield first.value;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } catch (error) {
      request.log.error({ err: error }, 'a file broke off half-way');
      throw error;
    }
  }
  // Bytes as bytes: text and bytes never mix in one file.
  const stream = Readable.from(all(), { objectMode: false });
  // However it ends, also before anybody read of it: behind the pieces may be a cursor with its connection.
  stream.once('close', () => {
    iterator.return?.().catch((error: unknown) => request.log.error({ err: error }, 'a file could not be closed'));
  });
  return stream;
}
