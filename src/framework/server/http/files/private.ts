import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import {
  isPrivateFile,
  permissionKey,
  permits,
  privateFilePath,
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
import { uploadedFiles } from './uploaded.ts';

const fieldsOf = ({ entity }: Pick<Resource, 'entity'>): readonly Field[] => entity.fields.filter(isPrivateFile);

/**
 * Whether a record holds the file of this name (an expression of SQL) as a private one: then no address opens it. Soft-deleted records count. Names are
 * those of the model, which knows no quotation marks.
 */
export function heldPrivately(model: Model, name: string): string {
  const holders = [...model.entities.values()]
    .filter(({ schema }) => !schema['x-view'])
    .flatMap((entity) => entity.fields.filter(isPrivateFile).map((field) => [entity.name, field.name] as const));
  if (holders.length === 0) return 'false';
  return `(${holders.map(([table, column]) => `exists (select 1 from "${table}" p where p."${column}" = ${name})`).join(' or ')})`;
}

/** Whether the file of this name (an expression of SQL) was held by somebody who is erased, and is about to be removed. */
export const isErased = (name: string): string => `exists (select from "_erasure" e where ${name} = any(e.files))`;

/** By HTTP status as well: who asks for bytes reads no envelope. */
const missing = (): Refusal => new Refusal('msg.notFound', { code: 404, http: 404 });

interface Held {
  readonly name: string;
  readonly mimeType: string;
}

async function heldFile(context: Context, resource: Resource, field: Field, id: number): Promise<Held> {
  const { permission, name } = resource;
  const right = field.access?.read;
  if (right !== undefined && !permits(context.actor.permissions, permissionKey(permission, right))) throw missing();
  const row = await context.row(name, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 404 ? missing() : error;
  });
  const file = (await uploadedFiles(context.db, [String(row[field.name] ?? '')])).values().next().value;
  if (!file) throw missing();
  return file;
}

/**
 * `GET /resources/{name}/{id}/files/{property}`: a private file, for who may see the record's detail and has it in scope. Every reading, and every one that
 * is refused, is a line of the operation log (action `view`). A picture carries the user name of its reader and the time in `zone` burnt in; the stored one stays
 * as it is.
 */
export function addPrivateFiles(
  app: FastifyInstance,
  data: DataLayer,
  resource: Resource,
  { store, zone }: { readonly store: FileStore; readonly zone: string },
): void {
  for (const field of fieldsOf(resource))
    addRoute(app, {
      method: 'GET',
      path: privateFilePath(resource.name, field.name),
      permission: permissionKey(resource.permission, 'detail'),
      log: { module: resource.name, action: 'view' },
      async handle(request) {
        const given = (request.params as { id: string }).id;
        request.logged = { object: given.slice(0, 60), payload: { property: field.name } };
        if (!/^[1-9]\d{0,14}$/.test(given)) throw missing();
        // As a change: the line of the log stands before the first byte goes out.
        let file: Held | undefined;
        let reader = '';
        await data.change(callerOf(request), async (context) => {
          file = await heldFile(context, resource, field, Number(given));
          reader = markOf(context.actor.username, context.now, zone);
          return null;
        });
        const { name, mimeType } = file!;
        const opened = await store.open(name);
        if (!opened) throw missing();
        const stored = await buffer(opened.body);
        const body = mimeType.startsWith('image/') ? await stampImage(stored, mimeType, reader) : stored;
        return {
          headers: {
            'content-type': mimeType,
            'content-length': String(body.length),
            'content-disposition': 'inline',
            'content-security-policy': "default-src 'none'; sandbox",
          },
          body,
        };
      },
    });
}

/** The same for the description of the API. */
export function addPrivateFilePaths(paths: Paths, resource: Resource): void {
  for (const field of fieldsOf(resource))
    add(paths, 'GET', privateFilePath(resource.name, field.name), {
      tags: [resource.name],
      summary: `Private file ${field.name} of ${resource.name}; every reading is logged`,
      'x-permission': permissionKey(resource.permission, 'detail'),
      responses: download(field.widget === 'image' ? IMAGE_TYPES : [...IMAGE_TYPES, PDF_TYPE]),
    });
}
