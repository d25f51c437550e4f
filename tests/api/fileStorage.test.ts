import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backupKeys, createBackup, restoreBackup } from '../../packages/forecourt/src/server/backup/index.ts';
import { createFileStore, type FileStore } from '../../packages/forecourt/src/server/files/index.ts';
import { createLog } from '../../packages/forecourt/src/server/log.ts';
import { createTestDatabase } from '../postgres.ts';
import { startTestApp, type Client, type TestApp } from './app.ts';
import { startS3Server, type S3Server } from './s3Server.ts';
import { png, upload } from './upload.ts';

const log = createLog('silent');
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(100_000, 'x'), Buffer.from('\n%%EOF')]);

const scratch = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), 'forecourt-files-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

describe.each(['a folder', 'a bucket'])('files in %s', (kind) => {
  let server: S3Server | undefined;
  let test: TestApp;
  let clerk: Client;
  let store: FileStore;
  beforeAll(async () => {
    server = kind === 'a bucket' ? await startS3Server() : undefined;
    test = await startTestApp({ settings: { bucket: server?.bucket } });
    clerk = await test.as('clerk');
    store = createFileStore({ dataDir: test.dataDir, bucket: server?.bucket });
  });
  afterAll(async () => {
    await test.close();
    await server?.close();
  });

  const names = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { name } of store.list()) found.push(name);
    return found.toSorted();
  };
  const address = async (name: string): Promise<string> =>
    (await clerk.get<Record<string, string>>('/basics/file/url', { names: name })).data[name]!;
  const pdf = (): Promise<string> => upload(clerk, { type: 'application/pdf', filename: 'a.pdf', content: PDF });

  it('are stored whole and read back by their address, with the type that they have', async () => {
    const name = await pdf();
    const read = await test.app.inject(await address(name));
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(read.headers).toMatchObject({
      'content-length': String(PDF.length),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(read.rawPayload.equals(PDF)).toBe(true);
    expect(await names()).toContain(name);
  });

  it('are read in parts, and not again when they are known', async () => {
    const url = await address(await pdf());
    const part = await test.app.inject({ url, headers: { range: 'bytes=0-7' } });
    expect([part.statusCode, part.body]).toEqual([206, '%PDF-1.4']);
    expect(part.headers['content-range']).toBe(`bytes 0-7/${PDF.length}`);
    const beyond = await test.app.inject({ url, headers: { range: 'bytes=900000-' } });
    expect(beyond.statusCode).toBe(416);
    const { etag } = (await test.app.inject(url)).headers;
    expect((await test.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  });

  it('that are not there are not found, and removing one of them does no harm', async () => {
    const name = await upload(clerk);
    const url = await address(name);
    await store.remove(name);
    await store.remove(name);
    expect((await test.app.inject(url)).statusCode).toBe(404);
    expect(await store.open(name)).toBeUndefined();
  });

  it('that are refused leave nothing behind, neither there nor on this disk', async () => {
    const before = await names();
    await expect(upload(clerk, { content: Buffer.from('no picture') })).rejects.toThrow();
    const draft = await store.draft();
    await draft.write(Buffer.from('half'));
    expect(await names()).toEqual(before);
    await draft.discard();
    expect(await names()).toEqual(before);
    expect((await readdir(path.join(test.dataDir, 'files'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('go into a backup, and out of it into a storage that lacks them', async () => {
    const name = await upload(clerk, { content: await png(30, 30) });
    const content = await store.open(name).then((opened) => text(opened!.body));
    const folder = await scratch();
    const sums = {};
    const keys = backupKeys([], [Buffer.alloc(32)]);
    const made = (await createBackup({ connection: test.database.connection, files: store, keys, folder, sums, log }))!;
    expect(made.manifest.uploads.count).toBe((await names()).length);
    expect(await readFile(path.join(made.folder, 'uploads', name), 'utf8')).toBe(content);
    const kept = await names();
    for (const one of kept.slice(1)) await store.remove(one);
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const { connection } = database;
    await restoreBackup({ connection, keys, backup: made.folder, files: store, sums, log });
    expect(await names()).toEqual(kept);
    expect(await store.open(name).then((opened) => text(opened!.body))).toBe(content);
  });

  if (kind === 'a folder') return;

  it('are nowhere on this disk once they are there', async () => {
    const name = await pdf();
    expect(server!.objects.get(`forecourt/files/${name}`)?.equals(PDF)).toBe(true);
    expect(await readdir(path.join(test.dataDir, 'files'))).toEqual([]);
  });

  it('are asked for again while the storage is busy, and 503 is said when it stays so', async () => {
    const url = await address(await upload(clerk));
    const known = async (): Promise<number | null> => (await test.pool.query('select from "_file"')).rowCount;
    const before = await known();
    server!.refuse(2);
    expect((await test.app.inject(url)).statusCode).toBe(200);
    server!.refuse(3);
    expect((await test.app.inject(url)).statusCode).toBe(503);
    server!.refuse(3);
    await expect(upload(clerk)).rejects.toThrow();
    expect(await known()).toBe(before);
  });

  it('are not asked for with a key that is not the right one: the start stops with a sentence', async () => {
    const wrong = createFileStore({ dataDir: test.dataDir, bucket: { ...server!.bucket, secretAccessKey: 'other' } });
    await expect(wrong.prepare()).rejects.toThrow(/The bucket uploads cannot be used.*SignatureDoesNotMatch/);
  });
});

describe('files that browsers read from the bucket itself', () => {
  let server: S3Server;
  let test: TestApp;
  let clerk: Client;
  beforeAll(async () => {
    server = await startS3Server();
    const client = await mkdtemp(path.join(tmpdir(), 'forecourt-page-'));
    await writeFile(path.join(client, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
    test = await startTestApp({ clientDir: client, settings: { bucket: { ...server.bucket, direct: true } } });
    clerk = await test.as('clerk');
  });
  afterAll(async () => {
    await test.close();
    await server.close();
  });
  const address = async (name: string): Promise<string> =>
    (await clerk.get<Record<string, string>>('/basics/file/url', { names: name })).data[name]!;

  it('are behind an address of it that is good for minutes, with the type that was found, after this server has judged its own', async () => {
    const name = await upload(clerk, { type: 'application/pdf', filename: 'a.pdf', content: PDF });
    const url = await address(name);
    const sent = await test.app.inject(url);
    expect([sent.statusCode, sent.body]).toEqual([302, '']);
    expect(sent.headers['cache-control']).toBe('private, max-age=240');
    const there = new URL(String(sent.headers.location));
    expect(Number(there.searchParams.get('X-Amz-Expires'))).toBe(600);
    expect((await test.app.inject(url)).headers.location).toBe(there.href);
    const read = await fetch(there);
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(read.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"');
    expect(Buffer.from(await read.arrayBuffer()).equals(PDF)).toBe(true);
    there.searchParams.set('X-Amz-Expires', '60000');
    expect((await fetch(there)).status).toBe(403);
    // Another sign than it begins with.
    const forged = url.replace(/s=(.)/, (_, sign: string) => `s=${sign === '0' ? '1' : '0'}`);
    expect((await test.app.inject(forged)).statusCode).toBe(404);
  });

  it('are pictures that the policy of the pages lets in', async () => {
    const page = await test.app.inject('/');
    expect(page.headers['content-security-policy']).toContain(`blob: ${server.bucket.endpoint}`);
  });
});
