import { refuse, type Refusal } from '../../errors.ts';
import type { Draft, FileStore } from '../../files/index.ts';
import { reencodeImage } from './images.ts';
import { HEAD_BYTES, MAX_BYTES, typeOf, type FileType } from './kinds.ts';

export interface Received {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}

/** A file on its way, and what its sender says that it is. */
interface Sent {
  readonly chunks: AsyncIterable<Buffer>;
  readonly filename: string;
  readonly mimetype: string;
}

const CLAIMS_IMAGE = /\.(png|jpe?g|gif|webp|bmp|svg|heic|avif)$/i;

const notAccepted = ({ filename, mimetype }: Sent): Refusal =>
  refuse(mimetype.startsWith('image/') || CLAIMS_IMAGE.test(filename) ? 'msg.upload.notImage' : 'msg.upload.badType');

const TOO_LARGE: Readonly<Record<FileType['kind'], string>> = {
  image: 'msg.upload.tooLarge',
  document: 'msg.upload.fileTooLarge',
  video: 'msg.upload.videoTooLarge',
};

/** Reads what is left of a refused file, so that the sender gets to hear the answer. */
async function drain(chunks: AsyncIterator<Buffer>): Promise<void> {
  while (!(await chunks.next()).done);
}

/** The first bytes, enough to tell what the file is. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let size = 0; size < HEAD_BYTES;) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(parts);
}

/** Passes head and rest to `take`, unless there is more than the kind allows. Answers the size. */
async function readAll(
  head: Buffer,
  chunks: AsyncIterator<Buffer>,
  type: FileType,
  take: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  let size = head.length;
  if (size > MAX_BYTES[type.kind]) throw refuse(TOO_LARGE[type.kind]);
  await take(head);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size > MAX_BYTES[type.kind]) throw refuse(TOO_LARGE[type.kind]);
    await take(next.value);
  }
  return size;
}

async function receiveImage(
  head: Buffer,
  chunks: AsyncIterator<Buffer>,
  type: FileType,
  draft: Draft,
): Promise<number> {
  const parts: Buffer[] = [];
  await readAll(head, chunks, type, async (chunk) => void parts.push(chunk));
  const image = await reencodeImage(Buffer.concat(parts), type.mimeType);
  await draft.write(image);
  return image.length;
}

/**
 * Stores one uploaded file as its content, not its name, says: images decoded and encoded anew, the rest streamed to disk. A refused
 * or half-sent file leaves nothing (D-ADM-24).
 */
export async function receiveFile(store: FileStore, sent: Sent): Promise<Received> {
  const chunks = sent.chunks[Symbol.asyncIterator]();
  const draft = await store.draft();
  try {
    const head = await readHead(chunks);
    const type = await typeOf(head);
    if (!type) throw notAccepted(sent);
    const size =
      type.kind === 'image'
        ? await receiveImage(head, chunks, type, draft)
        : await readAll(head, chunks, type, (chunk) => draft.write(chunk));
    await draft.keep();
    return { name: draft.name, mimeType: type.mimeType, size };
  } catch (error) {
    await drain(chunks).catch(() => undefined);
    throw error;
  } finally {
    await draft.discard();
  }
}
