import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EMPTY_HASH, signedAddress, signedHeaders, type Unsigned } from './signature.ts';

/** Key, time and answers of the examples that AWS publishes (sig-v4-header-based-auth). */
const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const NOW = new Date('2013-05-24T00:00:00Z');
const HOST = 'https://examplebucket.s3.amazonaws.com';
const signatureOf = (request: Omit<Unsigned, 'url'> & { url: string }): string =>
  signedHeaders({ ...request, url: new URL(request.url) }, KEY, NOW)['authorization']!.split('Signature=')[1]!;

describe('the signature of a request to S3', () => {
  it('for a part of a file is the published one', () => {
    expect(
      signatureOf({ method: 'GET', url: `${HOST}/test.txt`, headers: { range: 'bytes=0-9' }, bodyHash: EMPTY_HASH }),
    ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  it('for a new file is the published one', () => {
    expect(
      signatureOf({
        method: 'PUT',
        url: `${HOST}/test%24file.text`,
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        bodyHash: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
      }),
    ).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
  });

  it('for a list is the published one', () => {
    expect(signatureOf({ method: 'GET', url: `${HOST}/?max-keys=2&prefix=J`, headers: {}, bodyHash: EMPTY_HASH })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});

describe('the signature of an address', () => {
  it('for a day is the published one', () => {
    // sigv4-query-string-auth
    const address = signedAddress(new URL(`${HOST}/test.txt`), KEY, NOW, 86_400);
    expect(new URL(address).searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('keeps what is asked of the answer, spaces as they are signed', () => {
    const address = signedAddress(new URL(`${HOST}/a?response-content-disposition=attachment%3B%20x`), KEY, NOW, 60);
    expect(address).toContain('response-content-disposition=attachment%3B%20x');
  });
});
