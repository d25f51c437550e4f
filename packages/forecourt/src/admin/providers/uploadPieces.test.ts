// @vitest-environment happy-dom
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineTo, type LineReply } from '../testing/line.ts';
import type { Http } from './http.ts';
import { uploadFile } from './upload.ts';

/** What becomes of the next pieces: all is well, it gets lost, its answer gets lost, the server says something else. */
type Fate = 'well' | 'lost' | 'answer lost' | { readonly status: number };

const KIB = 1024;
let fates: Fate[];
let content: number;
let received: number;
let pieces: { readonly offset: number; readonly size: number }[];
let other: string[];

/** A server that takes pieces, at the end of a line. */
function answer(path: string, { size }: File): LineReply {
  const offset = Number(path.split('/').at(-1));
  pieces.push({ offset, size });
  const fate = fates.shift() ?? 'well';
  if (typeof fate === 'object') return { ...fate, response: { message: 'refused' } };
  if (fate !== 'lost' && offset === received) received += size;
  if (fate !== 'well') return 'broken';
  const file = received === content ? { name: 'f', url: '/f', size: content, mimeType: 'video/mp4' } : null;
  return { status: 200, response: { statusCode: 200, data: { offset: received, file } } };
}

const http = Object.assign(
  (path: string) => {
    other.push(path);
    return Promise.resolve({ data: { upload: 'u1', largest: 4096 * KIB }, message: '' });
  },
  {
    apiUrl: '/api',
    headers: () => ({}),
    user: () => undefined,
    refusal: (status: number, { message = '' }: { message?: string }) => new HttpError(message, status, {}),
  },
) as unknown as Http;

const film = (bytes: number): File => {
  content = bytes;
  return new File([new Uint8Array(bytes)], 'a.mp4', { type: 'video/mp4' });
};
/** The browser is on line again as soon as the file waits for it. */
const back = (_share: number, waiting: boolean): void => {
  if (waiting) setTimeout(() => window.dispatchEvent(new Event('online')));
};

beforeEach(() => {
  [fates, received, pieces, other] = [[], 0, [], []];
  vi.stubGlobal('XMLHttpRequest', lineTo(answer));
});
afterEach(() => vi.unstubAllGlobals());

it('a large file travels in pieces that grow as long as the line is quick, each byte once', async () => {
  const shares: number[] = [];
  const stored = await uploadFile(http, film(3_000 * KIB), (share) => shares.push(share));
  expect(stored.name).toBe('f');
  expect(pieces.map(({ size }) => size / KIB)).toEqual([256, 512, 1024, 1208]);
  expect(shares).toEqual(shares.toSorted((one, two) => one - two));
  expect(other).toEqual(['/basics/file/uploads']);
});

it('a small file travels in one call', async () => {
  await uploadFile(http, film(200 * KIB));
  expect([pieces.length, other]).toEqual([1, []]);
});

it('after a break it goes on where it stopped, whether the piece or its answer was lost', async () => {
  fates = ['well', 'lost', { status: 503 }, 'answer lost', 'well'];
  const waited: number[] = [];
  await uploadFile(http, film(2_000 * KIB), (share, waiting) => {
    if (waiting) waited.push(share);
    back(share, waiting);
  });
  expect(received).toBe(2_000 * KIB);
  // From the first piece on nothing of what is there is sent again but the piece whose answer nobody heard.
  expect(pieces.slice(1, 5).every(({ offset }) => offset === 256 * KIB)).toBe(true);
  expect(pieces.slice(5).every(({ offset }) => offset > 256 * KIB)).toBe(true);
  expect(waited).toHaveLength(3);
  // What got lost comes in smaller pieces.
  expect(pieces[2]!.size).toBeLessThan(pieces[1]!.size);
});

it('a refusal is no break: it is said at once, and the upload forgotten', async () => {
  fates = ['well', { status: 403 }];
  await expect(uploadFile(http, film(2_000 * KIB))).rejects.toMatchObject({ status: 403 });
  expect(pieces).toHaveLength(2);
  expect(other).toEqual(['/basics/file/uploads', '/basics/file/uploads/u1/cancel']);
});

it('can be called off, also while it waits', async () => {
  fates = ['lost'];
  const calling = new AbortController();
  const sent = uploadFile(http, film(2_000 * KIB), (_share, waiting) => waiting && calling.abort(), calling.signal);
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  expect(other.at(-1)).toBe('/basics/file/uploads/u1/cancel');
});
