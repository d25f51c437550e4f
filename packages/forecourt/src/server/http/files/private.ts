import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  factsOf,
  permissionKey,
  privateFilePath,
  rightTo,
  type Entity,
  type Field,
  type Model,
  type Resource,
} from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import type { DataLayer } from '../../data/index.ts';
import { Refusal } from '../../errors.ts';
import type { FileStore } from '../../files/index.ts';
import { add, download, type Paths } from '../openapiParts.ts';
import { callerOf } from '../request.ts';
import { addRoute } from '../route.ts';
import { stampImage } from './images.ts';
import { IMAGE_TYPES, PDF_TYPE } from './kinds.ts';
import { markOf } from './stamp.ts';
import type { Files } from './routes.ts';
import { uploadedFiles, type UploadedFile } from './uploaded.ts';

/** A property with private files, and whose detail lets somebody read them. */
interface Held {
  readonly entity: Entity;
  readonly field: Field;
  readonly reader: Resource;
}

/** Every property of the model with private files. Of records that nobody opens the reader is another resource. */
const heldIn = (model: Model): readonly Held[] =>
  [...model.entities.values()].flatMap((entity) =>
    entity.fields.flatMap((field) => {
      const reader = field.privateBy && model.resources.get(field.privateBy.resource);
      return reader ? [{ entity, field, reader }] : [];
    }),
  );

/** Whether the file of this name (an expression of SQL) was held by somebody who is erased, and is about to be removed. */
export const isErased = (name: string): string => `exists (select from "_erasure" e where ${name} = any(e.files))`;

/** By HTTP status as well: who asks for bytes reads no envelope. */
const missing = (): Refusal => new Refusal('msg.notFound', { code: 404, http: 404 });

/** Whether a record that leads to this one, and that the actor may see, holds the file. */
async function isInPart(context: Context, { entity, field }: Held, relation: string, id: number, name: string) {
  const column = sql.ref(`part.${field.name}`);
  const named = factsOf(field).several ? sql`${name} = any(${column})` : sql`${column} = ${name}`;
  const alive = entity.deletion === 'soft' ? sql` and part."deleteTime" is null` : sql``;
  const { rows } = await sql`
    select from ${sql.table(entity.name)} part where ${sql.ref(`part.${relation}`)} = ${id} and ${named}${alive}
      and ${context.inScope(entity.name, 'part')} limit 1
  `.execute(context.db);
  return rows.length > 0;
}

/** The file of this record that is called so, or the one that it has, for who sees the record. */
async function heldFile(context: Context, held: Held, id: number, name: string | undefined): Promise<UploadedFile> {
  const { entity, field, reader } = held;
  const right = field.access?.read;
  if (right !== undefined && !context.can(permissionKey(reader.permission, right))) throw missing();
  if (rightTo(context.actor, entity.name, field.name) === 'hidden') throw missing();
  const row = await context.row(reader.name, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 404 ? missing() : error;
  });
  const relation = field.privateBy!.relation;
  const names = relation === undefined ? [row[field.name] ?? []].flat().map(String) : [];
  const wanted = name ?? names[0] ?? '';
  const isHeld = relation === undefined ? names.includes(wanted) : await isInPart(context, held, relation, id, wanted);
  const file = isHeld ? (await uploadedFiles(context.db, [wanted])).get(wanted) : undefined;
  if (!file) throw missing();
  return file;
}

/**
 * `GET /resources/{name}/{id}/files/{property}`, of a list with `/{file}`: a private file, for who may see the record's detail and has it in scope. Files of
 * internal records are read through the record that these belong to. Every reading, and every one that is refused, is a line of the operation log (action
 * `view`). A picture carries the user name of its reader and the time in `zone` burnt in; the stored one stays as it is.
 */
export function addPrivateFiles(
  app: FastifyInstance,
  data: DataLayer,
  { store, model }: Pick<Files, 'store' | 'model'>,
  zone: string,
): void {
  for (const held of heldIn(model)) {
    const { entity, field, reader } = held;
    addRoute(app, {
      method: 'GET',
      path: privateFilePath(entity.name, field),
      permission: permissionKey(reader.permission, 'detail'),
      log: { module: reader.name, action: 'view' },
      async handle(request) {
        const { id: given, file: name } = request.params as { readonly id: string; readonly file?: string };
        const property = entity.name === reader.name ? field.name : `${entity.name}.${field.name}`;
        request.logged = {
          object: given.slice(0, 60),
          payload: { property, ...(name !== undefined && { file: name.slice(0, 60) }) },
        };
        if (!/^[1-9]\d{0,14}$/.test(given)) throw missing();
        // As a change: the line of the log stands before the first byte goes out.
        let file: UploadedFile | undefined;
        let mark = '';
        await data.change(callerOf(request), async (context) => {
          file = await heldFile(context, held, Number(given), name);
          mark = markOf(context.actor.username, context.now, zone);
          return null;
        });
        return answerOf(store, file!, mark);
      },
    });
  }
}

/** The bytes of a private file; a picture with the mark of its reader. */
async function answerOf(store: FileStore, { name, mimeType }: UploadedFile, mark: string) {
  const opened = await store.open(name);
  if (!opened) throw missing();
  const stored = await buffer(opened.body);
  const body = mimeType.startsWith('image/') ? await stampImage(stored, mimeType, mark) : stored;
  return {
    headers: {
      'content-type': mimeType,
      'content-length': String(body.length),
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    },
    body,
  };
}

/** The same for the description of the API. */
export function addPrivateFilePaths(paths: Paths, model: Model): void {
  for (const { entity, field, reader } of heldIn(model))
    add(paths, 'GET', privateFilePath(entity.name, field), {
      tags: [reader.name],
      summary: `Private file ${field.name} of ${entity.name}; every reading is logged`,
      'x-permission': permissionKey(reader.permission, 'detail'),
      responses: download(
        field.widget === 'image' || field.widget === 'images' ? IMAGE_TYPES : [...IMAGE_TYPES, PDF_TYPE],
      ),
    });
}
