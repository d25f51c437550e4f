import { expect, it, vi } from 'vitest';
import { fitted, shrinkPicture } from './shrinkPicture.ts';

const file = (type: string, kib: number): File => new File([new Uint8Array(kib * 1024)], 'IMG.1.bin', { type });

function stubDrawing(): void {
  const close = (): void => undefined;
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4000, height: 3000, close }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, take, type) {
    take(new Blob([`${this.width}x${this.height}`], { type }));
  });
}

it('fits a picture to the long edge and never enlarges it', () => {
  expect(fitted(4000, 3000)).toEqual({ width: 2000, height: 1500 });
  expect(fitted(3000, 4000)).toEqual({ width: 1500, height: 2000 });
  expect(fitted(640, 480)).toEqual({ width: 640, height: 480 });
});

it('turns large photos into a JPEG, and leaves small pictures, animations and documents as they are', async () => {
  stubDrawing();
  const small = await shrinkPicture(file('image/jpeg', 5_000));
  expect([small.name, small.type, await small.text()]).toEqual(['IMG.1.jpg', 'image/jpeg', '2000x1500']);
  expect((await shrinkPicture(file('image/png', 3_000))).type).toBe('image/jpeg');
  const kept = [
    file('image/jpeg', 800),
    file('image/png', 1_500),
    file('image/gif', 5_000),
    file('application/pdf', 5_000),
    file('image/heic', 5_000),
  ];
  for (const one of kept) expect(await shrinkPicture(one)).toBe(one);
});

it('hands over what the browser cannot decode as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const broken = file('image/jpeg', 5_000);
  expect(await shrinkPicture(broken)).toBe(broken);
});
