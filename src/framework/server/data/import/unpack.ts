import { inflateRawSync } from 'node:zlib';
import { refuse, Refusal } from '../../errors.ts';
import { MAX_UNPACKED } from './limits.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MAX_ENTRIES = 2_000;
/** What a spreadsheet is read from; pictures, charts and macros are not unpacked. */
const WANTED =
  /^xl\/(workbook\.xml|styles\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/i;

const bad = (): Error => refuse('msg.import.badFile');

function directoryAt(bytes: Buffer): { at: number; count: number } {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--)
    if (bytes.readUInt32LE(at) === END) return { at: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 10) };
  throw bad();
}

/**
 * The parts of a spreadsheet that hold cells. What the archive says of its sizes is not believed: unpacking ends at the limit, whatever
 * comes out (a "zip bomb" is refused after it has cost that much and no more).
 */
export function unpack(bytes: Buffer): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = Object.create(null) as Record<string, Uint8Array>;
  try {
    let { at, count } = directoryAt(bytes);
    if (count > MAX_ENTRIES) throw bad();
    let left = MAX_UNPACKED;
    for (; count > 0; count--) {
      if (bytes.readUInt32LE(at) !== ENTRY) throw bad();
      const [method, packed, nameLength] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 20),
        bytes.readUInt16LE(at + 28),
      ];
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      const local = bytes.readUInt32LE(at + 42);
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      if (!WANTED.test(name) || name in parts) continue;
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const content = bytes.subarray(start, start + packed);
      if (method !== 0 && method !== 8) throw bad();
      const part = method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(left, 1) });
      left -= part.length;
      if (left < 0) throw refuse('msg.import.tooMuchText');
      parts[name] = part;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = (error as { code?: string }).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw refuse('msg.import.tooMuchText');
    // An offset beyond the end, or data that is no deflate stream.
    if (error instanceof RangeError || code?.startsWith('Z_')) throw bad();
    throw error;
  }
  return parts;
}
