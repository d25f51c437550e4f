import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openBucket, StorageAway, type BucketSettings } from './bucket.ts';
import { prepareFolder, startDraft } from './folder.ts';
import { PIECE, StorageError, type FileStore } from './store.ts';

/** Of the storage's answer, what belongs into ours. */
const PASSED_ON = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];

/** Elements of an answer in XML that have no others within. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value!.replaceAll('&amp;', '&'));

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * In a bucket of a storage that speaks the protocol of S3. A draft lies in the folder `drafts` of this disk until it is whole, and goes there in one request: a half-sent file is nowhere.
 */
export function createBucketStore(settings: BucketSettings, drafts: string): FileStore {
  const bucket = openBucket(settings);
  const { prefix } = settings;

  async function put(name: string, file: string, size: number, sha256: string): Promise<void> {
    const answer = await bucket.expect({ method: 'PUT', name, body: { file, size, sha256 } }, [200]);
    answer.resume();
  }

  async function page(query: Readonly<Record<string, string>>): Promise<string> {
    const asked = { method: 'GET', name: '', query: { 'list-type': '2', prefix, ...query } } as const;
    return text(await bucket.expect(asked, [200]));
  }

  return {
    async prepare() {
      await prepareFolder(drafts);
      try {
        await page({ 'max-keys': '1' });
      } catch (error) {
        // It may be back when the first file comes. What it refuses now it will refuse then.
        if (error instanceof StorageAway) return;
        throw new StorageError(`The bucket ${settings.bucket} cannot be used. ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
    async draft(name) {
      const draft = await startDraft(drafts, name);
      const hash = createHash('sha256');
      let size = 0;
      return {
        name: draft.name,
        async write(chunk) {
          hash.update(chunk);
          size += chunk.length;
          await draft.write(chunk);
        },
        async keep() {
          await draft.finish();
          await put(draft.name, draft.file, size, hash.digest('hex'));
        },
        discard: draft.discard,
      };
    },
    async remove(name) {
      (await bucket.expect({ method: 'DELETE', name }, [200, 204, 404])).resume();
    },
    ...(settings.direct && {
      address: (
        name: string,
        { type, disposition }: { readonly type: string; readonly disposition: string },
        now: number,
      ) =>
        bucket.address(
          name,
          {
            'response-content-type': type,
            'response-content-disposition': disposition,
            'response-cache-control': 'private, max-age=3600',
          },
          now,
        ),
    }),
    async open(name, wanted = {}) {
      const headers = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const answer = await bucket.expect({ method: 'GET', name, headers }, [200, 206, 304, 404, 416]);
      if (answer.statusCode === 404) {
        answer.resume();
        return undefined;
      }
      const passed = PASSED_ON.flatMap((header) => {
        const value = answer.headers[header];
        return typeof value === 'string' ? [[header, value] as const] : [];
      });
      return { status: answer.statusCode!, headers: Object.fromEntries(passed), body: answer };
    },
    async *list() {
      for (let token: string | undefined = ''; token !== undefined;) {
        const xml: string = await page(token === '' ? {} : { 'continuation-token': token });
        const sizes = elements(xml, 'Size');
        for (const [at, key] of elements(xml, 'Key').entries())
          if (!key.endsWith(PIECE)) yield { name: key.slice(prefix.length), size: Number(sizes[at]) };
        token = elements(xml, 'NextContinuationToken')[0];
      }
    },
    async bring(name, from) {
      const { size } = await stat(from);
      await put(name, from, size, await hashOf(from));
    },
  };
}
