import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Work } from '../../contract.ts';
import { Refusal, notFound, refuse, refuseFields } from '../../errors.ts';
import { PIECE, type FileStore } from '../../files/index.ts';
import { limitConcurrency } from '../concurrency.ts';
import { LONG_DEADLINE_MS } from '../deadline.ts';
import { dataAnswer, type Answer } from '../envelope.ts';
import { readInput } from '../inputs.ts';
import { asClientError } from '../multipart.ts';
import { addRoute } from '../route.ts';
import { MAX_BYTES } from './kinds.ts';
import { receiveFile, type Received } from './receive.ts';
import type { Files } from './routes.ts';
import { requireRoom } from './unused.ts';

/** A piece at most; browsers send smaller ones as long as the line is bad. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** So many a user may have begun and not ended: the oldest goes for the next. */
const BEGUN = 20;
/** Of one user. Small pieces on a bad line are many. */
const BEGUN_PER_MINUTE = 120;
const PIECES_PER_MINUTE = 600;
/** Pieces of one upload come one after another; some more are there where a line broke. */
const inTurn = limitConcurrency({ atOnce: 1_000, waiting: 1_000, share: { atOnce: 1, waiting: 30 } });
const UPLOAD = /^[0-9a-f]{32}$/;
const OFFSET = /^\d{1,9}$/;

/**
 * Uploads that go on where they stopped. A piece is stored as a file of its own, whole or not at all, so any server takes the next one, whether files lie in a folder or in a
 * bucket. `pieces` are all that were ever begun, `kept` those that the file is made of. Who deletes the row need not know of files: they leave the disk as removed ones do.
 */
export const UPLOADS = `
create table "_upload" (
  id text primary key,
  "userId" bigint not null references "user" (id) on delete cascade,
  "fileName" text not null,
  "mimeType" text not null,
  size bigint not null,
  received bigint not null default 0,
  kept text[] not null default '{}',
  pieces text[] not null default '{}',
  file text,
  "createTime" timestamptz not null default now()
);
create index on "_upload" ("userId");
create index on "_upload" ("createTime");
create function "_uploadGone"() returns trigger language plpgsql as $$
begin
  insert into "_removedFile" (name) select unnest(old.pieces) on conflict do nothing;
  return null;
end $$;
create trigger "_uploadGone" after delete on "_upload" for each row execute function "_uploadGone"();
`;

interface Begun {
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly received: number;
  readonly kept: readonly string[];
  readonly pieces: readonly string[];
  /** What it has become. */
  readonly stored: Received | null;
}

const BEGIN = readInput<{ fileName: string; mimeType: string; size: number }>({
  type: 'object',
  required: ['fileName', 'mimeType', 'size'],
  additionalProperties: false,
  properties: {
    fileName: { type: 'string', maxLength: 300 },
    mimeType: { type: 'string', maxLength: 100 },
    size: { type: 'integer', minimum: 1 },
  },
});

async function* contentOf(store: FileStore, pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const opened = await store.open(piece);
    if (!opened) throw notFound();
    for await (const chunk of opened.body) yield chunk as Buffer;
  }
}

async function storePiece(store: FileStore, name: string, content: Buffer): Promise<void> {
  const draft = await store.draft(name);
  try {
    await draft.write(content);
    await draft.keep();
  } finally {
    await draft.discard();
  }
}

const parameter = (request: FastifyRequest, name: string, form: RegExp): string => {
  const given = (request.params as Readonly<Record<string, string>>)[name] ?? '';
  if (!form.test(given)) throw notFound();
  return given;
};

/**
 * `POST /basics/file/uploads` begins, `POST …/{upload}/{offset}` brings what comes next and answers how far it is: whoever does not know goes on from there. With the last piece the file is
 * judged and stored as one that comes whole. An upload is its user's own; it is forgotten after a day.
 */
export function addPieces(app: FastifyInstance, { store, pool, quotaMb, signer }: Files): void {
  async function begun(id: string, userId: number): Promise<Begun> {
    const { rows } = await pool.query<Begun>({
      name: 'upload-begun',
      text: `select u."fileName", u."mimeType", u.size, u.received, u.kept, u.pieces,
        case when f.name is not null then json_build_object('name', f.name, 'mimeType', f."mimeType", 'size', f.size) end as stored
        from "_upload" u left join "_file" f on f.name = u.file where u.id = $1 and u."userId" = $2`,
      values: [id, userId],
    });
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  const cancel = (id: string, userId: number): Promise<unknown> =>
    pool.query(`delete from "_upload" where id = $1 and "userId" = $2 and file is null`, [id, userId]);

  function answer(request: FastifyRequest, { received, stored }: Pick<Begun, 'received' | 'stored'>): Answer {
    const file = stored && { ...stored, url: signer().url(stored.name, Date.now()) };
    return dataAnswer(request, { offset: received, file }, file ? 'msg.success.upload' : undefined);
  }

  /** All pieces are there. Two who end it at once end it once. */
  async function end(id: string, userId: number, upload: Begun): Promise<Begun> {
    let file: Received;
    try {
      const { fileName: filename, mimeType: mimetype, kept } = upload;
      file = await receiveFile(store, { chunks: contentOf(store, kept), filename, mimetype });
    } catch (error) {
      if (error instanceof Refusal && error.http < 500) {
        // Who else has ended it meanwhile has taken the pieces away.
        const now = await begun(id, userId);
        if (now.stored) return now;
        await cancel(id, userId);
      }
      throw error;
    }
    const { rowCount } = await pool
      .query(
        `with before as (select id, pieces from "_upload" where id = $1 and "userId" = $5 and file is null for update),
          taken as (update "_upload" u set file = $2, kept = '{}', pieces = '{}' from before where u.id = before.id returning u.id),
          gone as (insert into "_removedFile" (name) select unnest(pieces) from before on conflict do nothing)
        insert into "_file" (name, "mimeType", size, "userId", unused) select $2, $3, $4, $5, true from taken`,
        [id, file.name, file.mimeType, file.size, userId],
      )
      .catch(async (error: unknown) => {
        await store.remove(file.name);
        throw error;
      });
    if (rowCount === 0) await store.remove(file.name);
    return begun(id, userId);
  }

  /** The piece at this offset is kept, unless another one is there. */
  async function keepPiece(id: string, offset: number, content: Buffer): Promise<void> {
    const piece = `${randomBytes(16).toString('hex')}${PIECE}`;
    await pool.query(`update "_upload" set pieces = pieces || $2::text where id = $1`, [id, piece]);
    await storePiece(store, piece, content);
    const { rowCount } = await pool.query(
      `update "_upload" set received = received + $3, kept = kept || $4::text where id = $1 and received = $2 and file is null`,
      [id, offset, content.length, piece],
    );
    if (rowCount === 1) return;
    // Another server was faster.
    await pool.query(
      `with lost as (update "_upload" set pieces = array_remove(pieces, $2::text) where id = $1)
      insert into "_removedFile" (name) values ($2) on conflict do nothing`,
      [id, piece],
    );
  }

  async function arrive(request: FastifyRequest, id: string, offset: number, userId: number): Promise<Answer> {
    const content = await asClientError(async () => {
      const part = await request.file({ limits: { fileSize: PIECE_BYTES, files: 1, fields: 0 } });
      return part?.toBuffer();
    });
    let upload = await begun(id, userId);
    if (!upload.stored && upload.received === offset && offset < upload.size) {
      if (!content || content.length === 0 || offset + content.length > upload.size)
        throw refuseFields({ file: content ? 'msg.invalid' : 'msg.required' });
      await keepPiece(id, offset, content);
      upload = await begun(id, userId);
    }
    if (!upload.stored && upload.received === upload.size) upload = await end(id, userId, upload);
    return answer(request, upload);
  }

  addRoute(app, {
    method: 'POST',
    path: '/basics/file/uploads',
    permission: 'session',
    perMinute: BEGUN_PER_MINUTE,
    async handle(request) {
      const { fileName, mimeType, size } = BEGIN(request);
      if (size > MAX_BYTES.video) throw refuse('msg.upload.videoTooLarge');
      const id = randomBytes(16).toString('hex');
      const { actor } = request;
      await requireRoom(pool, actor.id, size, quotaMb);
      await pool.query(
        `with old as (delete from "_upload" where id in (select id from "_upload" where "userId" = $2 and file is null order by "createTime" desc offset ${BEGUN - 1}))
        insert into "_upload" (id, "userId", "fileName", "mimeType", size) values ($1, $2, $3, $4, $5)`,
        [id, actor.id, fileName, mimeType, size],
      );
      return dataAnswer(request, { upload: id, largest: PIECE_BYTES });
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/basics/file/uploads/{upload}/{offset}',
    permission: 'session',
    perMinute: PIECES_PER_MINUTE,
    deadline: LONG_DEADLINE_MS,
    async handle(request) {
      const id = parameter(request, 'upload', UPLOAD);
      const offset = Number(parameter(request, 'offset', OFFSET));
      const { actor } = request;
      // One after another: who comes second finds the piece there, and stores nothing.
      return inTurn(() => arrive(request, id, offset, actor.id), id);
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/basics/file/uploads/{upload}/cancel',
    permission: 'session',
    async handle(request) {
      await cancel(parameter(request, 'upload', UPLOAD), request.actor.id);
      return dataAnswer(request, null);
    },
  });
}

/** What nobody went on with for a day is forgotten, and what has become a file. */
export const forgetUploads: Work = {
  everyMs: 10 * 60_000,
  async run({ db }) {
    await sql`delete from "_upload" where "createTime" < now() - interval '1 day'`.execute(db);
  },
};
