import { createReadStream } from 'node:fs';
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { EMPTY_HASH, signedAddress, signedHeaders, type Signer } from './signature.ts';

/** Where uploaded files lie, if not in a folder. */
export interface BucketSettings extends Signer {
  /** With `{bucket}` in its host where the service wants it there, else the bucket begins the path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before each name; empty or ending with a slash. */
  readonly prefix: string;
  /** Browsers read from the storage itself, by addresses that are good for some minutes. */
  readonly direct?: boolean;
}

/** The storage does not answer, or says that it cannot now. HTTP answers it with 503. */
export class StorageAway extends Error {
  readonly statusCode = 503;
}

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Without the prefix; empty: the bucket itself. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file of this disk, and what it is. */
  readonly body?: { readonly file: string; readonly size: number; readonly sha256: string };
}

export interface Bucket {
  /** Opens a file to whoever has it, for five to ten minutes; the same within five, so that browsers can keep what they got. `query` asks for headers of the answer. */
  address(name: string, query: Readonly<Record<string, string>>, now: number): string;
  /** Answers whatever the storage says but that it cannot now; the body is the caller's to read. Throws StorageAway. */
  ask(asked: Asked): Promise<IncomingMessage>;
  /** As `ask`, for what has to be one of these; with the storage's own words where it is another. */
  expect(asked: Asked, statuses: readonly number[]): Promise<IncomingMessage>;
}

const ADDRESS_SECONDS = 300;
const SILENT_MS = 10_000;
/** A storage that is busy says so (503 SlowDown) and wants to be asked again. Everything here may be asked twice. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

const isBusy = (status = 0): boolean => status === 429 || status >= 500;

/** One bucket of a storage that speaks the protocol of S3, by the four requests that files take. */
export function openBucket({ endpoint, bucket, prefix, ...signer }: BucketSettings): Bucket {
  const base = endpoint.includes('{bucket}') ? endpoint.replace('{bucket}', bucket) : `${endpoint}/${bucket}`;

  function urlOf(name: string, query: Readonly<Record<string, string>>): URL {
    const url = new URL(name === '' ? `${base}/` : `${base}/${prefix}${name}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  function send({ method, name, query = {}, headers = {}, body }: Asked): Promise<IncomingMessage> {
    const url = urlOf(name, query);
    const all = body ? { ...headers, 'content-length': String(body.size) } : headers;
    const signed = signedHeaders(
      { method, url, headers: all, bodyHash: body?.sha256 ?? EMPTY_HASH },
      signer,
      new Date(),
    );
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, { method, headers: signed }, resolve);
      request.setTimeout(SILENT_MS, () =>
        request.destroy(new Error(`${url.host} has been silent for ${SILENT_MS} ms`)),
      );
      request.on('error', reject);
      if (!body) request.end();
      // Whichever of the two breaks off ends the other; the request says it.
      else pipeline(createReadStream(body.file), request, () => undefined);
    });
  }

  async function ask(asked: Asked): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      let problem: unknown;
      try {
        const answer = await send(asked);
        if (!isBusy(answer.statusCode)) return answer;
        problem = new Error(`${answer.statusCode} ${await text(answer)}`);
      } catch (error) {
        problem = error;
      }
      if (attempt === ATTEMPTS) throw new StorageAway('the storage of files does not answer', { cause: problem });
      await delay(PAUSE_MS * 2 ** attempt);
    }
  }

  return {
    address(name, query, now) {
      const begun = now - (now % (ADDRESS_SECONDS * 1000));
      return signedAddress(urlOf(name, query), signer, new Date(begun), 2 * ADDRESS_SECONDS);
    },
    ask,
    async expect(asked, statuses) {
      const answer = await ask(asked);
      if (statuses.includes(answer.statusCode!)) return answer;
      throw new Error(`The storage of files answers ${asked.method} with ${answer.statusCode}: ${await text(answer)}`);
    },
  };
}

/** Where browsers read files from, if not from this server. */
export const directOrigin = ({ endpoint, bucket, direct }: BucketSettings): string | undefined =>
  direct ? new URL(endpoint.replace('{bucket}', bucket)).origin : undefined;
