import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Model } from '../../../model/index.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { ReadPool } from '../../postgres/index.ts';
import { dataAnswer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { asClientError } from '../multipart.ts';
import { LONG_DEADLINE_MS, within } from '../deadline.ts';
import { addRoute } from '../route.ts';
import { MAX_BYTES } from './kinds.ts';
import { addPieces } from './pieces.ts';
import { isErased } from './private.ts';
import { receiveFile } from './receive.ts';
import type { FileSigner } from './signing.ts';
import { requireRoom } from './unused.ts';
import { FILE_NAME } from '../../data/index.ts';
import type { FileStore } from '../../files/index.ts';

export interface Files {
  readonly store: FileStore;
  readonly pool: Pool;
  readonly reads: ReadPool;
  readonly model: Model;
  /** Megabytes that one user may have uploaded and no record names. */
  readonly quotaMb: number;
  /** Ready with the server. */
  signer(): FileSigner;
}

/** Of one user: more than a form with many photos has. */
const UPLOADS_PER_MINUTE = 120;

/** Shorter than an address of the storage is good for. */
const REDIRECT_SECONDS = 240;

const NAMES = readInput<{ names: string[] }>({
  type: 'object',
  required: ['names'],
  additionalProperties: false,
  properties: { names: { type: 'array', items: { type: 'string', pattern: FILE_NAME.source }, maxItems: 100 } },
});

/** Uploads, whole and in pieces, and addresses of files that a signed-in user has the names of; private ones have none. */
export function addFileRoutes(app: FastifyInstance, files: Files): void {
  const { store, pool, reads, quotaMb, signer } = files;
  addPieces(app, files);
  addRoute(app, {
    method: 'POST',
    path: '/basics/file/upload',
    permission: 'session',
    perMinute: UPLOADS_PER_MINUTE,
    deadline: LONG_DEADLINE_MS,
    async handle(request) {
      const { id: userId } = request.actor;
      await requireRoom(pool, userId, 0, quotaMb);
      const received = await asClientError(async () => {
        const part = await request.file({
          limits: { fileSize: MAX_BYTES.video + 1, files: 1, fields: 10, fieldSize: 1_000 },
        });
        if (!part) throw refuseFields({ file: 'msg.required' });
        const { filename = '', mimetype } = part;
        return receiveFile(store, { chunks: part.file, filename, mimetype });
      });
      const { name, mimeType, size } = received;
      try {
        // Again, now that its size is known.
        await requireRoom(pool, userId, size, quotaMb);
        await pool.query(
          `insert into "_file" (name, "mimeType", size, "userId", unused) values ($1, $2, $3, $4, true)`,
          [name, mimeType, size, userId],
        );
      } catch (error) {
        await store.remove(name);
        throw error;
      }
      return dataAnswer(request, { name, url: signer().url(name, Date.now()), size, mimeType }, 'msg.success.upload');
    },
  });
  const privateOnes = async (names: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await reads.query<{ name: string }>({
      name: 'private-files',
      text: `select f.name from "_file" f where f.name = any($1::text[]) and (f.private or ${isErased('f.name')})`,
      values: [names],
    });
    return new Set(rows.map(({ name }) => name));
  };
  addRoute(app, {
    method: 'GET',
    path: '/basics/file/url',
    permission: 'session',
    async handle(request) {
      const { names } = NAMES(request);
      const hidden = await privateOnes(names);
      const url = (name: string): string => (hidden.has(name) ? '' : signer().url(name, Date.now()));
      return dataAnswer(request, Object.fromEntries(names.map((name) => [name, url(name)])));
    },
  });
}

/** GET /files/{name}: only with a living signature, and nothing private; never as anything a browser would run. */
export function serveFiles(app: FastifyInstance, { store, reads, signer }: Files): void {
  const text = `select f."mimeType" from "_file" f where f.name = $1 and not f.private and not ${isErased('f.name')}`;
  app.get<{ Params: { name: string } }>(
    '/files/:name',
    { config: { deadline: app.deadline } },
    async (request, reply) => {
      const { name } = request.params;
      const missing = (): Refusal => new Refusal('msg.notFound', { code: 404, http: 404 });
      if (!signer().verify(name, request.query as { e?: unknown; s?: unknown }, Date.now())) throw missing();
      const found = reads.query<{ mimeType: string }>({
        name: 'file-type',
        text,
        values: [name],
      });
      const { rows } = await within(request, found);
      const mimeType = rows[0]?.mimeType;
      if (!mimeType) throw missing();
      const disposition = mimeType === 'application/pdf' ? 'attachment; filename="document.pdf"' : 'inline';
      if (store.address)
        return reply
          .code(302)
          .header('location', store.address(name, { type: mimeType, disposition }, Date.now()))
          .header('cache-control', `private, max-age=${REDIRECT_SECONDS}`)
          .send();
      reply
        .header('content-type', mimeType)
        .header('content-disposition', disposition)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, max-age=3600');
      if (store.directory !== undefined)
        return reply.sendFile(name, store.directory, { contentType: false, cacheControl: false, dotfiles: 'deny' });
      const { range, 'if-none-match': known } = request.headers;
      const opened = await within(request, store.open(name, { range, 'if-none-match': known }));
      if (!opened) throw missing();
      return reply.code(opened.status).headers(opened.headers).send(opened.body);
    },
  );
}
