import { HttpError } from 'react-admin';
import { TIMED_OUT, TRANSFER_TIMEOUT_MS, type Http } from './http.ts';

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
export function refuseFile(file: Pick<File, 'type' | 'size'>, image: boolean): string | undefined {
  if (image && !file.type.startsWith('image/')) return 'admin.upload.notImage';
  if (file.type.startsWith('video/')) return file.size > VIDEO_LIMIT ? 'admin.upload.videoTooLarge' : undefined;
  if (file.size > FILE_LIMIT)
    return file.type.startsWith('image/') ? 'admin.upload.imageTooLarge' : 'admin.upload.tooLarge';
  return undefined;
}

/**
 * Sends one file and reports how much of it is there (0 to 1). XMLHttpRequest, since fetch tells nothing about uploads.
 * Rejects with HttpError like every other call; with `signal.reason` when it is called off.
 */
export function uploadFile(
  http: Http,
  file: File,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.open('POST', `${http.apiUrl}/basics/file/upload`);
    for (const [name, value] of Object.entries(http.headers())) request.setRequestHeader(name, value);
    request.timeout = TRANSFER_TIMEOUT_MS;
    request.responseType = 'json';
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new HttpError(FAILED, 0, {}));
    request.ontimeout = () => reject(new HttpError(TIMED_OUT, 0, {}));
    request.onload = () => {
      const envelope = (request.response ?? {}) as { statusCode?: number; message?: string; data?: StoredFile };
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
