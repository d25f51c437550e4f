import { HttpError } from 'react-admin';
import { withMemory, type BegunUpload, type UploadMemory } from './begunUploads.ts';
import { TIMED_OUT, TRANSFER_TIMEOUT_MS, type Http } from './http.ts';
import { basePath, filesWithBase } from '../../browser/basePath.ts';

/** Answer of the upload call; records store the name only. */
export interface StoredFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly mimeType: string;
}

/** Images and documents up to 2 MB, videos up to 50 MB (D-ADM-24). */
const FILE_LIMIT = 2 * 1024 * 1024;
const VIDEO_LIMIT = 50 * 1024 * 1024;

/** The documented word for a file that did not arrive, also where the connection was cut (D-ADM-24). */
const FAILED = 'admin.upload.failed';

/** The message key that refuses a file before it travels; undefined when it may. */
export function refuseFile(file: Pick<File, 'name' | 'type' | 'size'>, image: boolean): string | undefined {
  // Before its size: what helps is the setting of the camera. Not every browser knows the type.
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'admin.upload.heic';
  if (image && !file.type.startsWith('image/')) return 'admin.upload.notImage';
  if (file.type.startsWith('video/')) return file.size > VIDEO_LIMIT ? 'admin.upload.videoTooLarge' : undefined;
  if (file.size > FILE_LIMIT)
    return file.type.startsWith('image/') ? 'admin.upload.imageTooLarge' : 'admin.upload.tooLarge';
  return undefined;
}

/** How much of a file is there (0 to 1), and whether that waits for the connection to come back. */
export type OnProgress = (share: number, waiting: boolean) => void;

/**
 * Sends a form with one file and tells how many of its bytes are away. XMLHttpRequest, since fetch tells nothing about uploads.
 * Rejects with HttpError like every other call; with `signal.reason` when it is called off.
 */
function send<T>(
  http: Http,
  path: string,
  file: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => {
      request.abort();
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', abort);
    request.open('POST', `${http.apiUrl}${path}`);
    for (const [name, value] of Object.entries(http.headers())) request.setRequestHeader(name, value);
    request.timeout = TRANSFER_TIMEOUT_MS;
    request.responseType = basePath() === '' ? 'json' : 'text';
    request.upload.onprogress = (event) => event.lengthComputable && onSent((event.loaded / event.total) * file.size);
    request.onerror = () => reject(new HttpError(FAILED, 0, {}));
    request.ontimeout = () => reject(new HttpError(TIMED_OUT, 0, {}));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.onload = () => {
      const envelope = answerOf(request) as { statusCode?: number; message?: string; data?: T };
      const { status } = request;
      if (status === 200 && envelope.statusCode === 200 && envelope.data) resolve(envelope.data);
      else
        reject(
          http.refusal(status === 200 ? (envelope.statusCode ?? 500) : status, {
            ...envelope,
            message: envelope.message || FAILED,
          }),
        );
    };
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

/** What the server said; nothing where that is no JSON. */
function answerOf({ response, responseType }: XMLHttpRequest): object {
  if (responseType === 'json') return (response ?? {}) as object;
  try {
    return JSON.parse(response as string, filesWithBase) as object;
  } catch {
    return {};
  }
}

/** Smaller files travel in one call: what is lost of one with the connection is soon sent again by hand. Pieces begin with this size. */
const FIRST_PIECE = 256 * 1024;
const SMALLEST_PIECE = 32 * 1024;
/** A piece that is through sooner may be larger next time, one that takes longer should have been smaller. */
const QUICK_MS = 1_000;
const SLOW_MS = 8_000;
/** So long a file waits for the connection, from the last piece that arrived. */
const PATIENCE_MS = 15 * 60_000;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** NaN for what is no answer. */
const statusOf = (error: unknown): number => (error instanceof HttpError ? error.status : NaN);

/** The next attempt may do: nobody answered, or somebody said "not now". */
const passes = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 507);
};

/** Until the time is over or the browser says that it is on line again. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });
}

/** Does one thing until it is done, called off, refused, or out of patience; `onWait` hears of each failure. */
async function patiently<T>(run: () => Promise<T>, onWait: () => void, signal: AbortSignal | undefined): Promise<T> {
  const begun = performance.now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (signal?.aborted || !passes(error) || performance.now() - begun > PATIENCE_MS) throw error;
      onWait();
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!, signal);
    }
  }
}

/** How much of a file the server has, and what it has become of all of it. */
interface Arrived {
  readonly offset: number;
  readonly file: StoredFile | null;
}

/** In pieces, each repeated until the server has it: a break costs what was on its way, the end of the page no more. */
async function sendInPieces(
  http: Http,
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
  memory: UploadMemory,
): Promise<StoredFile> {
  let there = 0;
  const waits = () => onProgress(there / file.size, true);
  const input = { fileName: file.name.slice(-300), mimeType: file.type.slice(0, 100), size: file.size };
  const begin = () =>
    http<BegunUpload>('/basics/file/uploads', { method: 'POST', body: input, creates: false, signal });
  const known = memory.read();
  const begun = known ?? (await patiently(begin, waits, signal)).data;
  if (!known) memory.write(begun);
  const path = `/basics/file/uploads/${begun.upload}`;
  const sendFrom = (offset: number, end: number, onSent: (bytes: number) => void) =>
    send<Arrived>(http, `${path}/${offset}`, file.slice(offset, end), onSent, signal);
  // Nothing, from the end on, is never what comes next: the answer says what is.
  const ask = () => sendFrom(file.size, file.size, () => undefined);
  let size = FIRST_PIECE;
  try {
    let arrived = known ? await patiently(ask, waits, signal) : { offset: 0, file: null };
    while (!arrived.file) {
      const offset = (there = arrived.offset);
      let left = 0;
      arrived = await patiently(
        () => {
          left = performance.now();
          return sendFrom(offset, offset + size, (sent) => onProgress(Math.min(1, (offset + sent) / file.size), false));
        },
        () => {
          size = Math.max(SMALLEST_PIECE, size / 2);
          waits();
        },
        signal,
      );
      const took = performance.now() - left;
      if (took < QUICK_MS) size = Math.min(begun.largest, size * 2);
      else if (took > SLOW_MS) size = Math.max(SMALLEST_PIECE, size / 2);
    }
    memory.forget();
    return arrived.file;
  } catch (error) {
    // Nobody said no to the file: whoever chooses it again, after a new sign-in too, goes on.
    if (!signal?.aborted && (passes(error) || statusOf(error) === 401)) throw error;
    memory.forget();
    if (known && statusOf(error) === 404) return sendInPieces(http, file, onProgress, signal, memory);
    // It would be forgotten tomorrow anyway.
    void http(`${path}/cancel`, { method: 'POST', creates: false, keepalive: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Sends one file and reports how much of it is there. A large one goes on where it stopped when the connection breaks, and when its user chooses it again on a later page.
 * Rejects with HttpError like every other call; with `signal.reason` when it is called off.
 */
export const uploadFile = (
  http: Http,
  file: File,
  onProgress: OnProgress = () => undefined,
  signal?: AbortSignal,
): Promise<StoredFile> =>
  file.size > FIRST_PIECE
    ? withMemory(http, file, (memory) => sendInPieces(http, file, onProgress, signal, memory))
    : send(http, '/basics/file/upload', file, (sent) => onProgress(sent / file.size, false), signal);
