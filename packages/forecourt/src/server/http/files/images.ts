import type { Sharp } from 'sharp';
import { refuse } from '../../errors.ts';
import { limitConcurrency } from '../concurrency.ts';
import { stampSvg } from './stamp.ts';

/** Larger than any phone's photo, small enough to decode: 50 million take some 200 MB for a moment. */
const MAX_PIXELS = 50_000_000;
const MAX_EDGE = 4_096;
const MAX_SECONDS = 10;

/** One picture at a time: memory, not speed, is what an upload could take from the others. */
const limited = limitConcurrency({ atOnce: 1, waiting: 30 });

/** Loaded with the first picture: starting stays fast and small without it. */
async function open(bytes: Buffer, animated = false): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, animated });
}

/**
 * Decodes a picture and encodes it anew in its own format, with all its frames: upright, at most 4,096 pixels an edge, without metadata or anything that
 * was hidden in the file. Throws a refusal when it cannot be decoded or has too many pixels, before decoding it.
 */
export function reencodeImage(bytes: Buffer, mimeType: string): Promise<Buffer> {
  return limited(async () => {
    try {
      // The height of a moving picture is that of all its frames: they are decoded together.
      const image = await open(bytes, true);
      const { width, height } = await image.metadata();
      if (width * height > MAX_PIXELS) throw refuse('msg.upload.tooManyPixels');
      const upright = image
        .autoOrient()
        .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true });
      const format = mimeType.replace('image/', '') as 'png' | 'jpeg' | 'gif' | 'webp';
      return await upright
        .toFormat(format, format === 'jpeg' ? { quality: 85, mozjpeg: false } : {})
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer();
    } catch (error) {
      if (error instanceof Error && /pixel limit/i.test(error.message)) throw refuse('msg.upload.tooManyPixels');
      if (error instanceof Error && error.name === 'Refusal') throw error;
      throw refuse('msg.upload.badImage');
    }
  });
}

/** The picture in its own format with a text burnt in all over it: what leaves the house says who took it, and when. */
export function stampImage(bytes: Buffer, mimeType: string, text: string): Promise<Buffer> {
  return limited(async () => {
    const image = await open(bytes);
    const { width, height } = await image.metadata();
    const format = mimeType.replace('image/', '') as 'png' | 'jpeg' | 'gif' | 'webp';
    return image
      .composite([{ input: stampSvg(text, width, height) }])
      .toFormat(format, format === 'jpeg' ? { quality: 85, mozjpeg: false } : {})
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  });
}
