/** Long edge in pixels that still shows small writing, and stays far below 2 MB as JPEG (D-ADM-24). */
const LONGEST = 2000;
const QUALITY = 0.82;
/** A JPEG below this size travels as it is. */
const SMALL_ENOUGH = 900 * 1024;
/** A PNG or WebP keeps its transparency up to the server's limit. */
const LIMIT = 2 * 1024 * 1024;

const LIMITS: Readonly<Record<string, number>> = {
  'image/jpeg': SMALL_ENOUGH,
  'image/png': LIMIT,
  'image/webp': LIMIT,
  'image/bmp': 0,
};

/**
 * The size of a picture in pixels with its long edge reduced to `longest`. Never enlarges.
 * @example fitted(4000, 3000) // { width: 2000, height: 1500 }
 */
export function fitted(width: number, height: number, longest = LONGEST): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * Turns a phone's photo into a JPEG that is small enough to upload. Other files come back unchanged, and so do pictures that
 * the browser cannot decode: the server judges them. Transparent parts become white.
 * @example const smaller = (photo: File): Promise<File> => shrinkPicture(photo);
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= (LIMITS[file.type] ?? Infinity)) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      context.drawImage(bitmap, 0, 0, width, height);
    }
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: 'image/jpeg' })
      : file;
  } catch {
    return file;
  }
}
