import sharp from 'sharp';
import type { Answer, Client } from './app.ts';
import { accepted } from './rental.ts';

/** A white picture. */
export const png = (width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

/** Uploads a file, a small picture unless told; answers the name that records keep. */
export async function upload(
  client: Client,
  { type = 'image/png', filename = 'p.png', content }: { type?: string; filename?: string; content?: Buffer } = {},
): Promise<string> {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  const answer = (await client.inject({
    method: 'POST',
    url: '/api/basics/file/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), content ?? (await png()), Buffer.from('\r\n--b--\r\n')]),
  })) as Answer<{ name: string }>;
  return accepted(answer).data.name;
}
