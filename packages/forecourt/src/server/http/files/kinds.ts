import { fileTypeFromBuffer } from 'file-type';
import { refuse } from '../../errors.ts';

const MIB = 1024 * 1024;

type FileKind = 'image' | 'video' | 'document';

export interface FileType {
  readonly kind: FileKind;
  readonly mimeType: string;
}

/** Bytes at most; exactly as many pass (D-ADM-24). */
export const MAX_BYTES: Readonly<Record<FileKind, number>> = { image: 2 * MIB, document: 2 * MIB, video: 50 * MIB };

/** So many first bytes decide what a file is. */
export const HEAD_BYTES = 4_100;

const ACCEPTED: Readonly<Record<string, FileType>> = {
  'image/png': { kind: 'image', mimeType: 'image/png' },
  'image/apng': { kind: 'image', mimeType: 'image/png' },
  'image/jpeg': { kind: 'image', mimeType: 'image/jpeg' },
  'image/gif': { kind: 'image', mimeType: 'image/gif' },
  'image/webp': { kind: 'image', mimeType: 'image/webp' },
  'video/mp4': { kind: 'video', mimeType: 'video/mp4' },
  'video/quicktime': { kind: 'video', mimeType: 'video/quicktime' },
  'video/webm': { kind: 'video', mimeType: 'video/webm' },
  'application/pdf': { kind: 'document', mimeType: 'application/pdf' },
};

/** What an answer that is a stored picture, or a stored document, may be. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const PDF_TYPE = 'application/pdf';

/** Pictures as some phones take them and no browser shows them. */
const OF_PHONES: ReadonlySet<string> = new Set([
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
]);

/**
 * What the content says the file is, whatever its name says; undefined for everything that is not accepted. Refuses pictures that a setting
 * of the camera would make acceptable with a sentence about it.
 */
export async function typeOf(head: Buffer): Promise<FileType | undefined> {
  const found = await fileTypeFromBuffer(head);
  if (found && OF_PHONES.has(found.mime)) throw refuse('msg.upload.heic');
  return found && ACCEPTED[found.mime];
}
