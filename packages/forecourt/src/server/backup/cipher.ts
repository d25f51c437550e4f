import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import { BackupError } from './backupError.ts';

const PIECE_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
/** Random, one for each file: with the number of a piece it is the nonce of the piece. */
const ID_BYTES = 8;
/** Says which key, so that a wrong one is told from damage. */
const KEY_BYTES = 8;
const HEAD_BYTES = KEY_BYTES + ID_BYTES;

const keyId = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, KEY_BYTES);

/** What a piece is bound to: its file, its place, and whether it is the last. No piece can be moved, left out or cut off. */
const boundTo = (file: string, at: number, last: boolean): Buffer =>
  Buffer.from(`${file}\n${at}\n${last ? 'last' : 'more'}`);

function nonceOf(id: Buffer, at: number): Buffer {
  const nonce = Buffer.alloc(ID_BYTES + 4);
  id.copy(nonce);
  nonce.writeUInt32BE(at, ID_BYTES);
  return nonce;
}

/** Cuts bytes into pieces of one size. The last one may be shorter, or empty, and is known as the last. */
async function* piecesOf(source: AsyncIterable<Buffer>, bytes: number) {
  let waiting: Buffer[] = [];
  let size = 0;
  let at = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size <= bytes) continue;
    let all = Buffer.concat(waiting);
    for (; all.length > bytes; at++, all = all.subarray(bytes))
      yield { at, piece: all.subarray(0, bytes), last: false };
    waiting = [all];
    size = all.length;
  }
  yield { at, piece: Buffer.concat(waiting), last: true };
}

/** Bytes that a file takes once it is encrypted. */
export const encryptedSize = (bytes: number): number =>
  HEAD_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / PIECE_BYTES));

/** Encrypts a file of a backup: AES-256-GCM in pieces of a megabyte, behind the ids of the key and of the file. */
export const encrypting = (key: Buffer, file: string): Duplex =>
  Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const id = randomBytes(ID_BYTES);
    yield Buffer.concat([keyId(key), id]);
    for await (const { at, piece, last } of piecesOf(source, PIECE_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(id, at)).setAAD(boundTo(file, at, last));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    }
  });

/** The first bytes of a stream, and the rest. */
async function split(source: AsyncIterable<Buffer>, bytes: number) {
  const parts = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const { value, done } = await parts.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(bytes);
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  }
  return { head: head.subarray(0, bytes), rest: rest() };
}

/** Decrypts what `encrypting` wrote. Fails with BackupError where no key is the right one, or the file is another. */
export const decrypting = (keys: readonly Buffer[], file: string): Duplex =>
  Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const { head, rest } = await split(source, HEAD_BYTES);
    const key = keys.find((each) => keyId(each).equals(head.subarray(0, KEY_BYTES)));
    if (!key)
      throw new BackupError(`${file} is encrypted with another key: set BACKUP_KEY to the one it was made with.`);
    for await (const { at, piece, last } of piecesOf(rest, PIECE_BYTES + TAG_BYTES)) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(head.subarray(KEY_BYTES), at), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(boundTo(file, at, last))
          .setAuthTag(piece.subarray(-TAG_BYTES));
        yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch (error) {
        throw new BackupError(`The backup is damaged: ${file} is not what was written.`, { cause: error });
      }
    }
  });
