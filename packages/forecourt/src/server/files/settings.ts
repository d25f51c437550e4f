import type { BucketSettings } from './bucket.ts';

/** Names that are no path and need no quotation in an address. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;

function isEndpoint(text: string): boolean {
  try {
    const { origin, protocol } = new URL(text.replace('{bucket}', 'bucket'));
    return /^https?:$/.test(protocol) && origin === text.replace('{bucket}', 'bucket');
  } catch {
    return false;
  }
}

/** The settings `S3_*`; undefined where files lie in a folder. */
export function readBucketSettings(
  read: (name: string) => string | undefined,
  complain: (problem: string) => void,
): BucketSettings | undefined {
  const bucket = read('S3_BUCKET');
  const region = read('S3_REGION') ?? 'us-east-1';
  const endpoint = read('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`;
  const prefix = read('S3_PREFIX');
  const accessKeyId = read('S3_ACCESS_KEY_ID');
  const secretAccessKey = read('S3_SECRET_ACCESS_KEY');
  const direct = read('S3_DIRECT') ?? '0';
  if (bucket === undefined) return undefined;
  if (!/^[01]$/.test(direct)) complain(`S3_DIRECT must be 0 or 1, not "${direct}"`);
  if (!BUCKET.test(bucket)) complain(`S3_BUCKET must be the name of a bucket, not "${bucket}"`);
  if (!isEndpoint(endpoint))
    complain(
      `S3_ENDPOINT must be an address without a path, such as https://{bucket}.s3.example.com, not "${endpoint}"`,
    );
  if (prefix !== undefined && !PREFIX.test(prefix))
    complain(`S3_PREFIX must be like a folder, such as forecourt/files, not "${prefix}"`);
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    complain('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
    return undefined;
  }
  return {
    bucket,
    region,
    endpoint,
    accessKeyId,
    secretAccessKey,
    prefix: prefix === undefined ? '' : `${prefix}/`,
    ...(direct === '1' && { direct: true }),
  };
}
