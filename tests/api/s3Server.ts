import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../../packages/forecourt/src/server/files/index.ts';
import { signedAddress, signedHeaders } from '../../packages/forecourt/src/server/files/signature.ts';

/** As much of a storage that speaks the protocol of S3 as files take. */
export interface S3Server {
  readonly bucket: BucketSettings;
  /** By key. */
  readonly objects: Map<string, Buffer>;
  /** Answers so many requests with 503 first. */
  refuse(times: number): void;
  close(): Promise<void>;
}

const KEY = { accessKeyId: 'forecourt', secretAccessKey: 'a-secret', region: 'ap-southeast-7' };
const BUCKET = 'uploads';
/** Fewer than a test has, so that lists have pages. */
const PAGE = 2;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether the request is signed with the key over what has come, body included, and now. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const { authorization, host } = headers;
  if (authorization === undefined) return false;
  const time = String(headers['x-amz-date']);
  const names = /SignedHeaders=([^,]+),/.exec(authorization)?.[1]?.split(';') ?? [];
  const own = names.filter((name) => !['host', 'x-amz-date', 'x-amz-content-sha256'].includes(name));
  const date = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const expected = signedHeaders(
    {
      method: method!,
      url: new URL(`http://${host}${url}`),
      headers: Object.fromEntries(own.map((name) => [name, String(headers[name])])),
      bodyHash: sha256(body),
    },
    KEY,
    date,
  );
  return Math.abs(Date.now() - date.getTime()) < 900_000 && expected['authorization'] === authorization;
}

/** Headers of an answer that an address may ask for. */
const ASKED = ['content-type', 'content-disposition', 'cache-control'].map(
  (name) => [name, `response-${name}`] as const,
);

/** Whether the address itself is signed with the key, and still good. */
function isOpened({ pathname, searchParams }: URL, { method, headers }: IncomingMessage): boolean {
  const bare = new URL(`http://${headers.host}${pathname}`);
  for (const [name, value] of searchParams) if (!name.startsWith('X-Amz-')) bare.searchParams.set(name, value);
  const time = searchParams.get('X-Amz-Date') ?? '';
  const date = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (method !== 'GET' || Number.isNaN(date.getTime())) return false;
  const seconds = Number(searchParams.get('X-Amz-Expires'));
  const expected = new URL(signedAddress(bare, KEY, date, seconds)).searchParams.get('X-Amz-Signature');
  return date.getTime() + seconds * 1000 > Date.now() && expected === searchParams.get('X-Amz-Signature');
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const contents = keys
    .slice(from, from + PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><ETag>&quot;x&quot;</ETag><Size>${objects.get(key)!.length}</Size></Contents>`,
    );
  const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name>${next}${contents.join('')}</ListBucketResult>`;
}

function read(content: Buffer | undefined, { headers }: IncomingMessage, answer: ServerResponse): void {
  if (!content) return void answer.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const etag = `"${sha256(content).slice(0, 32)}"`;
  if (headers['if-none-match'] === etag) return void answer.writeHead(304, { etag }).end();
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined)
    return void answer
      .writeHead(200, { etag, 'content-length': content.length, 'accept-ranges': 'bytes' })
      .end(content);
  const end = Math.min(last ? Number(last) : Infinity, content.length - 1);
  if (Number(first) > end) return void answer.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  const part = content.subarray(Number(first), end + 1);
  answer
    .writeHead(206, {
      etag,
      'content-length': part.length,
      'content-range': `bytes ${first}-${end}/${content.length}`,
    })
    .end(part);
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let refusing = 0;
  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://s3');
    const key = decodeURIComponent(url.pathname).replace(`/${BUCKET}/`, '');
    if (refusing > 0) {
      refusing--;
      answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    } else if (!isSigned(request, body) && !isOpened(url, request))
      answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    else if (request.method === 'PUT') {
      objects.set(key, body);
      answer.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      answer.writeHead(204).end();
    } else if (key === '') answer.writeHead(200).end(list(objects, url.searchParams));
    else {
      for (const [header, asked] of ASKED)
        if (url.searchParams.has(asked)) answer.setHeader(header, url.searchParams.get(asked)!);
      read(objects.get(key), request, answer);
    }
  }
  const server = createServer((request, answer) => void handle(request, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    bucket: { ...KEY, bucket: BUCKET, endpoint: `http://127.0.0.1:${port}`, prefix: 'forecourt/files/' },
    objects,
    refuse: (times) => (refusing = times),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
