/** Long edge that still shows a scratch and a number plate, and stays far below 2 MB as JPEG (D-ADM-24). */
const LONGEST = 2000;
const QUALITY = 0.82;
/** Below this a picture travels as it is. */
const SMALL_ENOUGH = 900 * 1024;

/** Size that fits the long edge, never enlarged. */
export function fitted(width: number, height: number, longest = LONGEST): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A phone's photo made small enough to travel; what cannot be decoded here goes as it is, and the server judges it. */
export async function shrinkImage(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= SMALL_ENOUGH) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = fitted(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob && blob.size < file.size
      ? new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
      : file;
  } catch {
    return file;
  }
}
