import { open, readdir, type FileHandle } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';

const MIB = 1024 * 1024;

interface Uploaded {
  name: string;
  url: string;
  size: number;
  mimeType: string;
}

let test: TestApp;
let clerk: Client;
beforeAll(async () => {
  test = await startTestApp();
  clerk = await test.as('clerk');
});
afterAll(() => test.close());

const BOUNDARY = 'forecourt-boundary';

function multipart(bytes: Buffer, filename: string, type: string): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function upload(bytes: Buffer, filename = 'photo.png', type = 'image/png'): Promise<Answer<Uploaded>> {
  return clerk.inject({
    method: 'POST',
    url: '/api/basics/file/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart(bytes, filename, type),
  }) as Promise<Answer<Uploaded>>;
}

const stored = (): Promise<string[]> => readdir(path.join(test.dataDir, 'files'));

async function refusedWith(message: string, bytes: Buffer, filename?: string, type?: string): Promise<void> {
  const before = await stored();
  expect(await upload(bytes, filename, type)).toMatchObject({ http: 200, statusCode: 400, message });
  expect(await stored()).toEqual(before);
}

const picture = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();

/** A valid picture of exactly so many bytes: what follows its end does not count. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const png = await picture();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

/** An MP4 by its first bytes. */
const video = (bytes: number): Buffer => {
  const body = Buffer.alloc(bytes);
  body.writeUInt32BE(24, 0);
  body.write('ftypisom', 4, 'latin1');
  body.write('isommp42', 16, 'latin1');
  return body;
};

describe('an uploaded picture', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'as %s is stored under a random name and read back by its signed address',
    async (format) => {
      const bytes = await sharp(await picture())
        .toFormat(format)
        .toBuffer();
      const { statusCode, message, data } = await upload(bytes, 'anything.bin', 'application/octet-stream');
      expect([statusCode, message]).toEqual([200, 'Uploaded successfully']);
      expect(data).toMatchObject({ name: expect.stringMatching(/^[0-9a-f]{32}$/), mimeType: `image/${format}` });
      const read = await test.app.inject(data.url);
      expect(read.statusCode).toBe(200);
      expect(read.headers).toMatchObject({
        'content-type': `image/${format}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await sharp(read.rawPayload).metadata()).toMatchObject({ format, width: 40, height: 20 });
    },
  );

  it('loses what the camera wrote into it and stands upright', async () => {
    const bytes = await sharp(await picture())
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { data } = await upload(bytes);
    const read = await test.app.inject(data.url);
    const { exif, width, height, orientation } = await sharp(read.rawPayload).metadata();
    expect({ exif, width, height, orientation }).toEqual({
      exif: undefined,
      width: 20,
      height: 40,
      orientation: undefined,
    });
  });

  it('keeps all frames of a moving picture', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(frame));
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { data } = await upload(bytes, 'moving.gif', 'image/gif');
    const read = await test.app.inject(data.url);
    expect(await sharp(read.rawPayload, { animated: true }).metadata()).toMatchObject({ pages: 3, pageHeight: 20 });
  });

  it('as a phone takes it is refused with the setting of the camera that helps', async () => {
    const bytes = Buffer.alloc(5_000);
    bytes.writeUInt32BE(24, 0);
    bytes.write('ftypheic', 4, 'latin1');
    bytes.write('mif1heic', 16, 'latin1');
    await refusedWith(
      'Pictures in the HEIC format cannot be shown. On the iPhone choose Settings, Camera, Formats, Most Compatible, or send the picture as JPEG',
      bytes,
      'IMG_0001.HEIC',
      'image/heic',
    );
  });

  it('loses what was hidden behind it', async () => {
    const bytes = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]);
    const { data } = await upload(bytes);
    expect((await test.app.inject(data.url)).rawPayload.includes('script')).toBe(false);
  });

  it('may have two mebibytes and not one byte more', async () => {
    expect((await upload(await pictureOf(2 * MIB))).statusCode).toBe(200);
    await refusedWith('Image size cannot exceed 2MB!', await pictureOf(2 * MIB + 1));
  });

  it('of 16000 × 16000 pixels is refused without decoding it', async () => {
    const [width, height] = [16_000, 16_000];
    // Of one channel: three take four seconds to make.
    const white = Buffer.alloc(width * height, 255);
    const bomb = await sharp(white, { raw: { width, height, channels: 1 }, limitInputPixels: false })
      .png({ compressionLevel: 3 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2 * MIB);
    const started = Date.now();
    await refusedWith('The picture has too many pixels. Make it smaller first', bomb);
    expect(Date.now() - started).toBeLessThan(3000);
  });

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['XML with SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing', ''],
  ])('that is %s is refused', async (_what, text) => {
    await refusedWith('Please select an image format!', Buffer.from(text));
  });

  it('that cannot be decoded is refused whatever its first bytes say', async () => {
    await refusedWith('The picture cannot be read. Choose another one', (await picture(400, 400)).subarray(0, 60));
    await refusedWith(
      'The picture cannot be read. Choose another one',
      Buffer.concat([(await picture()).subarray(0, 30), Buffer.from('<html>')]),
    );
  });
});

describe('an uploaded video or document', () => {
  it('is stored as it is', async () => {
    const bytes = video(3 * MIB);
    const { statusCode, data } = await upload(bytes, 'drive.mp4', 'video/mp4');
    expect({ statusCode, ...data }).toMatchObject({ statusCode: 200, mimeType: 'video/mp4', size: 3 * MIB });
    const part = await test.app.inject({ url: data.url, headers: { range: 'bytes=0-99' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(0, 100))).toBe(true);
  });

  it('of more than 50 MB is refused', async () => {
    expect((await upload(video(50 * MIB), 'a.mp4')).statusCode).toBe(200);
    await refusedWith('Video size cannot exceed 50MB!', video(50 * MIB + 1), 'a.mp4');
  });

  it('is offered to save, not shown, when it is a PDF', async () => {
    const { data } = await upload(Buffer.from('%PDF-1.7\n%%EOF'), 'policy.pdf', 'application/pdf');
    expect(data.mimeType).toBe('application/pdf');
    expect((await test.app.inject(data.url)).headers['content-disposition']).toContain('attachment');
  });

  it('of any other kind is refused', async () => {
    const zip = Buffer.from('PK\x03\x04 zip');
    await refusedWith('This kind of file is not accepted. Choose another one', zip, 'a.zip', 'application/zip');
    await refusedWith('This kind of file is not accepted. Choose another one', zip, 'walk.mp4', 'video/mp4');
    await refusedWith('This kind of file is not accepted. Choose another one', zip, 'paper.pdf', 'application/pdf');
  });
});

describe('an upload', () => {
  it('without a file, and one that is no multipart, are refused', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const url = '/api/basics/file/upload';
    expect(await clerk.inject({ method: 'POST', url, headers, payload: `--${BOUNDARY}--\r\n` })).toMatchObject({
      statusCode: 400,
    });
    expect(await clerk.inject({ method: 'POST', url, headers, payload: 'nonsense' })).toMatchObject({
      statusCode: 400,
    });
    expect(await clerk.post('/basics/file/upload', { file: 'x' })).toMatchObject({ http: 400, statusCode: 400 });
  });

  it('that breaks off at nine tenths leaves nothing', async () => {
    const before = await stored();
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const body = multipart(video(5 * MIB), 'a.mp4', 'video/mp4');
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/basics/file/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clerk.token}\r\ncontent-length: ${body.length}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`,
    );
    socket.write(body.subarray(0, Math.floor(body.length * 0.9)));
    await expect.poll(async () => (await stored()).filter((name) => name.endsWith('.part')).length).toBe(1);
    socket.destroy();
    await expect.poll(stored).toEqual(before);
  });
});

describe('a full disk', () => {
  const FULL = { http: 507, statusCode: 507, data: null };
  /** All files that this process opens are of one class. */
  async function fileHandle(): Promise<FileHandle> {
    const handle = await open(path.join(test.dataDir, 'any'), 'w');
    await handle.close();
    return Object.getPrototypeOf(handle) as FileHandle;
  }
  const full = (code: string): Error => Object.assign(new Error(`${code}: no space`), { code, syscall: 'write' });

  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['while a picture is written', 'writeFile', 'ENOSPC'],
    ['while what was written goes to the disk', 'sync', 'ENOSPC'],
    ['for the quota of the user', 'writeFile', 'EDQUOT'],
  ] as const)('refuses with 507 and leaves nothing half-written, %s', async (_when, method, code) => {
    const before = await stored();
    vi.spyOn(await fileHandle(), method).mockRejectedValue(full(code));
    expect(await upload(await picture())).toMatchObject({
      ...FULL,
      message: 'Nothing was stored: the server has no space left. Please tell the administrator',
    });
    expect(await upload(video(3 * MIB), 'walk.mp4', 'video/mp4')).toMatchObject(FULL);
    expect(await stored()).toEqual(before);
    vi.restoreAllMocks();
    expect(await upload(await picture())).toMatchObject({ http: 200, statusCode: 200 });
  });
});

describe('the address of a file', () => {
  it('works only as signed and only for its time', async () => {
    const { data } = await upload(await picture());
    const url = new URL(data.url, 'http://x');
    const at = (change: (parameters: URLSearchParams) => void): Promise<number> => {
      const changed = new URL(url);
      change(changed.searchParams);
      return test.app.inject(changed.pathname + changed.search).then((response) => response.statusCode);
    };
    expect(await at(() => undefined)).toBe(200);
    expect(await at((parameters) => parameters.delete('s'))).toBe(404);
    expect(await at((parameters) => parameters.set('e', String(Number(parameters.get('e')) + 3600)))).toBe(404);
    expect(await at((parameters) => parameters.set('s', 'A'.repeat(43)))).toBe(404);
    expect((await test.app.inject(`/files/${data.name}`)).statusCode).toBe(404);
    expect((await test.app.inject(`/files/..%2f..%2fetc%2fpasswd${url.search}`)).statusCode).toBe(404);
    const hours = (Number(url.searchParams.get('e')) * 1000 - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThanOrEqual(2);
  });

  it('is made anew for who is signed in and knows the name', async () => {
    const { data } = await upload(await picture());
    const urls = await clerk.get<Record<string, string>>('/basics/file/url', {
      names: `${data.name},${'0'.repeat(32)}`,
    });
    expect((await test.app.inject(urls.data[data.name]!)).statusCode).toBe(200);
    expect((await test.app.inject(urls.data['0'.repeat(32)]!)).statusCode).toBe(404);
    expect(await clerk.get('/basics/file/url', { names: '../x' })).toMatchObject({ statusCode: 400 });
  });
});
