import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { Download } from './download.ts';
import type { FileStore } from '../files/index.ts';

/** One file of an archive: what it says, or the name of an uploaded file. */
export type ArchivePart =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly file: string };

/** What a reading command returns to answer several files as one: a zip archive, made while it is sent. */
export class Archive extends Download {
  readonly parts: readonly ArchivePart[];

  constructor(filename: string, parts: readonly ArchivePart[]) {
    super({ filename, mimeType: ARCHIVE_TYPE, body: '' });
    this.parts = parts;
  }
}

export const ARCHIVE_TYPE = 'application/zip';

/** The bytes of an archive, in pieces: no file is ever whole in memory. One that is no longer there is left out. */
export async function* archiveOf(parts: readonly ArchivePart[], store: FileStore): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  function* taken(): Generator<Uint8Array> {
    const pieces = ready;
    ready = [];
    yield* pieces;
  }
  for (const part of parts) {
    if ('text' in part) {
      const entry = new ZipDeflate(part.path, { level: 6 });
      zip.add(entry);
      entry.push(strToU8(part.text), true);
      yield* taken();
      continue;
    }
    // Pictures are compressed already.
    const entry = new ZipPassThrough(part.path);
    const opened = await store.open(part.file);
    if (!opened) continue;
    zip.add(entry);
    for await (const piece of opened.body) {
      entry.push(piece as Buffer);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
