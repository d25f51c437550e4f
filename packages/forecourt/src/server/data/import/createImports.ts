import type { Pool, PoolClient } from 'pg';
import { resourceOf } from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import { refuseFields } from '../../errors.ts';
import type { Caller, ChangeOptions } from '../caller.ts';
import type { Imports } from '../layer.ts';
import { entityOf, readId, type Engine } from '../query/index.ts';
import { checkRows } from './checkRows.ts';
import { decodeRows } from './decodeRows.ts';
import { isOffered } from './mapping.ts';
import type { Opened } from './reader/index.ts';
import { withSheet } from './readSheet.ts';
import { asked, remember } from './remembered.ts';
import { findImport, importState, openImport, storeImport } from './store.ts';
import { importTemplate } from './template.ts';
import { writeRows } from './writeRows.ts';

interface ImportParts {
  readonly pool: Pool;
  readonly engine: Engine;
  /** One transaction with operation log and idempotency key; answers JSON text. */
  change(
    caller: Caller,
    run: (context: Context, client: PoolClient) => Promise<unknown>,
    options?: ChangeOptions,
  ): Promise<string>;
  /** A transaction that is rolled back. */
  rehearse(caller: Caller, run: (context: Context, client: PoolClient) => Promise<void>): Promise<void>;
}

const MAX_NAME = 200;

/** Whether a file was read as it was chosen: it may be certain that it is of another encoding. */
const isUsed = ({ encoding, separator }: Opened, about: string, value: string): boolean =>
  about === 'encoding' ? value === encoding : about === 'separator' ? value === separator : true;

/** Imports of all resources of a model. */
export function createImports({ pool, engine, change, rehearse }: ImportParts): Imports {
  return {
    async check(resource, file, caller, words, options = {}) {
      const { entity } = resourceOf(engine.model, resource);
      const { updateBy } = file;
      const by = updateBy === undefined ? undefined : entity.byName.get(updateBy);
      if (updateBy !== undefined && !(by?.schema['x-unique'] && isOffered(engine, entity, by, caller)))
        throw refuseFields({ updateBy: 'msg.unknownField' });
      const { signal, ...changing } = options;
      const { choices = {} } = file;
      const answered = await withSheet(engine, entity, file, { caller, words, signal }, async (sheet) => {
        const drafts = await decodeRows(pool, engine, entity, sheet, caller, words);
        const checking = {
          engine,
          entity,
          caller,
          connection: pool,
          updateBy,
          rehearse: (run: (context: Context, client: PoolClient) => Promise<void>) => rehearse(caller, run),
        };
        await checkRows(checking, drafts, engine.module.hooks?.[resource]);
        const { opened, columns } = sheet;
        const { encoding, headerRow } = opened;
        const used = Object.fromEntries(
          Object.entries(choices).filter(([about, value]) => isUsed(opened, about, value)),
        );
        const stored = { fileName: file.name.slice(-MAX_NAME), encoding, headerRow, choices: used, columns };
        return change(
          caller,
          async (_context, client) => {
            await remember(client, resource, used, caller);
            const id = await storeImport(client, resource, stored, drafts, caller);
            return importState(client, resource, await findImport(client, resource, id, caller), caller);
          },
          changing,
        );
      });
      if (typeof answered === 'string') return answered;
      return {
        state: 'asking',
        fileName: file.name.slice(-MAX_NAME),
        questions: await asked(pool, resource, answered.questions, caller),
      };
    },
    async state(resource, id, caller, page = 1) {
      const found = await findImport(pool, resource, readId(id), caller);
      return importState(pool, resource, found, caller, page);
    },
    async open(resource, caller) {
      const id = await openImport(pool, resource, caller);
      return id === undefined
        ? null
        : importState(pool, resource, await findImport(pool, resource, id, caller), caller);
    },
    run: (resource, id, caller, options = {}) =>
      change(
        caller,
        async (context, client) => {
          const found = await findImport(client, resource, readId(id), caller, true);
          const writing = {
            engine,
            entity: entityOf(engine, resource),
            caller,
            hooks: engine.module.hooks?.[resource],
            client,
            context,
          };
          const done = found.done || (await writeRows(writing, found.id));
          return importState(client, resource, { ...found, done }, caller);
        },
        options,
      ),
    async discard(resource, id, caller, options = {}) {
      await change(
        caller,
        async (_context, client) => {
          const found = await findImport(client, resource, readId(id), caller, true);
          await client.query({ text: 'delete from "_import" where id = $1', values: [found.id] });
          return { id: found.id };
        },
        options,
      );
    },
    template: (resource, format, caller, empty) =>
      importTemplate(pool, engine, entityOf(engine, resource), format, caller, empty),
    updateKeys(resource, caller) {
      const { entity } = resourceOf(engine.model, resource);
      return entity.fields
        .filter((field) => field.schema['x-unique'] && isOffered(engine, entity, field, caller))
        .map((field) => field.name);
    },
  };
}
