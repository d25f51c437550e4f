/** What a reading command returns to answer a file instead of data. */
export class Download {
  readonly filename: string;
  readonly mimeType: string;
  readonly body: string | Buffer | AsyncIterable<string>;

  constructor(file: { filename: string; mimeType: string; body: string | Buffer | AsyncIterable<string> }) {
    this.filename = file.filename;
    this.mimeType = file.mimeType;
    this.body = file.body;
  }
}

/** Names a file in a header: ASCII for the old, the true name for the others (RFC 6266). */
export const attachment = (filename: string): string =>
  `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
