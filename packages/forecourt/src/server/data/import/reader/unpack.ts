import { inflateRawSync } from 'node:zlib';
import { MAX_UNPACKED } from './limits.ts';
import { Unreadable } from './protocol.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MAX_ENTRIES = 2_000;

const bad = (): Error => new Unreadable('msg.import.badFile');

function directoryAt(bytes: Buffer): { at: number; count: number } {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--)
    if (bytes.readUInt32LE(at) === END) return { at: bytes.readUInt32LE(at + 16), count: bytes.readUInt16LE(at + 10) };
  throw bad();
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly local: number;
}

/** The directory of an archive: its first entry of each name. */
function entriesOf(bytes: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  let { at, count } = directoryAt(bytes);
  if (count > MAX_ENTRIES) throw bad();
  for (; count > 0; count--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw bad();
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).toLowerCase();
    const entry = {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      local: bytes.readUInt32LE(at + 42),
    };
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Says of an offset beyond the end, or of data that is no deflate stream, that the file cannot be read. */
function asUnreadable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const code = (error as { code?: string }).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable('msg.import.tooMuchText');
    if (error instanceof RangeError || code?.startsWith('Z_')) throw bad();
    throw error;
  }
}

/**
 * The parts of an archive by their names, each unpacked when it is asked for; undefined where there is none. What the archive says of its
 * sizes is not believed: unpacking ends at the limit, whatever comes out. A "zip bomb" costs that much and no more.
 */
export function openArchive(bytes: Buffer): (name: string) => string | undefined {
  const entries = asUnreadable(() => entriesOf(bytes));
  let left = MAX_UNPACKED;
  return (name) =>
    asUnreadable(() => {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return undefined;
      const { method, packed, local } = entry;
      if (method !== 0 && method !== 8) throw bad();
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const content = bytes.subarray(start, start + packed);
      const part = method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(left, 1) });
      left -= part.length;
      if (left < 0) throw new Unreadable('msg.import.tooMuchText');
      return textOf(part);
    });
}

function textOf(part: Buffer): string {
  const encoding = part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : part[0] === 0xfe ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(part);
  } catch {
    throw bad();
  }
}
