import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Answer, type Client, type TestApp } from './app.ts';
import { startS3Server, type S3Server } from './s3Server.ts';
import { png } from './upload.ts';

const MIB = 1024 * 1024;

interface Piece {
  readonly offset: number;
  readonly file: {
    readonly name: string;
    readonly url: string;
    readonly size: number;
    readonly mimeType: string;
  } | null;
}

/** An MP4 by its first bytes, with others behind them. */
function video(bytes: number): Buffer {
  const content = randomBytes(bytes);
  content.writeUInt32BE(24, 0);
  content.write('ftypisom', 4, 'latin1');
  content.write('isommp42', 16, 'latin1');
  return content;
}

describe.each(['a folder', 'a bucket'])('an upload in pieces to %s', (kind) => {
  let server: S3Server | undefined;
  let test: TestApp;
  let clerk: Client;
  beforeAll(async () => {
    server = kind === 'a bucket' ? await startS3Server() : undefined;
    test = await startTestApp({ settings: { bucket: server?.bucket } });
    clerk = await test.as('clerk');
  });
  afterAll(async () => {
    await test.close();
    await server?.close();
  });

  const begin = async (content: Buffer, by = clerk, mimeType = 'video/mp4'): Promise<string> =>
    (
      await by.post<{ upload: string }>('/basics/file/uploads', {
        fileName: 'a.mp4',
        mimeType,
        size: content.length,
      })
    ).data.upload;
  const send = (upload: string, offset: number, content: Buffer, by = clerk): Promise<Answer<Piece>> =>
    by.inject({
      method: 'POST',
      url: `/api/basics/file/uploads/${upload}/${offset}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.concat([
        Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\n\r\n'),
        content,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    }) as Promise<Answer<Piece>>;
  /** Pieces that lie about, on this disk and in the bucket. */
  const pieces = async (): Promise<string[]> =>
    [...(await readdir(path.join(test.dataDir, 'files'))), ...(server?.objects.keys() ?? [])].filter((name) =>
      name.includes('.p'),
    );
  const swept = (): Promise<void> =>
    expect
      .poll(async () => {
        await test.app.background.doNow('_removedFiles');
        return pieces();
      })
      .toEqual([]);

  it('is what was sent, piece after piece, and leaves no piece behind', async () => {
    const content = video(700_000);
    const upload = await begin(content);
    expect((await send(upload, 0, content.subarray(0, 300_000))).data).toEqual({ offset: 300_000, file: null });
    const { data, message } = await send(upload, 300_000, content.subarray(300_000));
    expect(message).toBe('Uploaded successfully');
    expect(data.file).toMatchObject({ size: 700_000, mimeType: 'video/mp4' });
    const read = await test.app.inject(data.file!.url);
    expect(read.rawPayload.equals(content)).toBe(true);
    await swept();
  });

  it('goes on where it stopped: what was there already is answered, what broke off is not there', async () => {
    const content = video(600_000);
    const upload = await begin(content);
    const first = content.subarray(0, 200_000);
    await send(upload, 0, first);
    // The answer got lost.
    expect((await send(upload, 0, first)).data.offset).toBe(200_000);
    const cut = await clerk.inject({
      method: 'POST',
      url: `/api/basics/file/uploads/${upload}/200000`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.concat([
        Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\n\r\n'),
        content.subarray(200_000, 300_000),
      ]),
    });
    expect(cut.http).toBe(400);
    expect((await send(upload, 400_000, content.subarray(400_000))).data.offset).toBe(200_000);
    // Whoever has lost count need not send anything.
    expect((await send(upload, 600_000, Buffer.alloc(0))).data).toEqual({ offset: 200_000, file: null });
    const last = content.subarray(200_000);
    // Two at once, as after a time-out, make one file.
    const both = await Promise.all([send(upload, 200_000, last), send(upload, 200_000, last)]);
    const again = (await send(upload, 200_000, last)).data;
    const names = [...both.map(({ data }) => data), again].flatMap(({ file }) => (file ? [file.name] : []));
    expect(new Set(names).size).toBe(1);
    expect((await test.app.inject(again.file!.url)).rawPayload.equals(content)).toBe(true);
    await swept();
  });

  it('keeps one of twenty pieces that come to one offset at once', async () => {
    await swept();
    const content = video(300_000);
    const upload = await begin(content);
    const first = content.subarray(0, 200_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(upload, 0, first)));
    expect(answers.map(({ data }) => data.offset)).toEqual(Array(20).fill(200_000));
    expect(await pieces()).toHaveLength(1);
    expect((await send(upload, 200_000, content.subarray(200_000))).data.file).toMatchObject({ size: 300_000 });
    await swept();
  });

  it('is judged by its content when it is whole, and leaves nothing where that is refused', async () => {
    const content = Buffer.alloc(300_000, 'no film');
    const upload = await begin(content);
    await send(upload, 0, content.subarray(0, 200_000));
    expect(await send(upload, 200_000, content.subarray(200_000))).toMatchObject({
      statusCode: 400,
      message: 'This kind of file is not accepted. Choose another one',
    });
    expect((await send(upload, 200_000, content.subarray(200_000))).statusCode).toBe(404);
    const picture = Buffer.concat([await png(), Buffer.alloc(2 * MIB)]);
    const large = await begin(picture, clerk, 'image/png');
    expect(await send(large, 0, picture)).toMatchObject({ message: 'Image size cannot exceed 2MB!' });
    await swept();
  });

  it('has the size that was said, and fifty mebibytes at most', async () => {
    const content = video(100_000);
    const upload = await begin(content);
    expect((await send(upload, 0, Buffer.concat([content, content]))).statusCode).toBe(400);
    expect((await send(upload, 0, Buffer.alloc(0))).statusCode).toBe(400);
    const input = { fileName: 'a.mp4', mimeType: 'video/mp4', size: 50 * MIB + 1 };
    expect((await clerk.post('/basics/file/uploads', input)).message).toBe('Video size cannot exceed 50MB!');
    expect((await send(upload, 0, content)).data.file).toMatchObject({ size: 100_000 });
  });

  it('belongs to its user, piece for piece', async () => {
    const content = video(300_000);
    const upload = await begin(content);
    await send(upload, 0, content.subarray(0, 100_000));
    const other = await test.as('finance');
    expect((await send(upload, 100_000, content.subarray(100_000), other)).statusCode).toBe(404);
    expect((await send(upload, 100_000, content.subarray(100_000), test.nobody)).http).toBe(401);
    await other.post(`/basics/file/uploads/${upload}/cancel`);
    expect((await send(upload, 100_000, content.subarray(100_000))).data.file).not.toBeNull();
  });

  it('is gone when it is called off, and after a day', async () => {
    await swept();
    const content = video(200_000);
    const [called, forgotten] = [await begin(content), await begin(content)];
    for (const upload of [called, forgotten]) await send(upload, 0, content.subarray(0, 100_000));
    expect(await pieces()).toHaveLength(2);
    expect((await clerk.post(`/basics/file/uploads/${called}/cancel`)).statusCode).toBe(200);
    expect((await send(called, 100_000, content.subarray(100_000))).statusCode).toBe(404);
    await test.pool.query(`update "_upload" set "createTime" = now() - interval '25 hours' where id = $1`, [forgotten]);
    await test.app.background.doNow('_uploads');
    expect((await send(forgotten, 100_000, content.subarray(100_000))).statusCode).toBe(404);
    await swept();
  });

  it('takes the place of the oldest where somebody began too many', async () => {
    const content = video(1_000);
    const first = await begin(content);
    for (let number = 0; number < 20; number++) await begin(content);
    expect((await send(first, 0, content)).statusCode).toBe(404);
  });

  if (kind === 'a bucket')
    it('waits for the storage: a piece that it did not take is sent again', async () => {
      const content = video(300_000);
      const upload = await begin(content);
      server!.refuse(3);
      expect((await send(upload, 0, content.subarray(0, 200_000))).http).toBe(503);
      expect((await send(upload, 0, content.subarray(0, 200_000))).data.offset).toBe(200_000);
      server!.refuse(0);
      expect((await send(upload, 200_000, content.subarray(200_000))).data.file).toMatchObject({ size: 300_000 });
      await swept();
    });
});
