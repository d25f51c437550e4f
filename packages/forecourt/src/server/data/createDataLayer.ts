import type { PoolClient } from 'pg';
import { resourceOf, type Entity } from '../../model/index.ts';
import type { Context } from '../contract.ts';
import { forbidden, notFound, unavailable } from '../errors.ts';
import { checkNames } from './checkNames.ts';
import { checkRegistered } from './checkRegistered.ts';
import { checkSql } from './checkSql.ts';
import { createContexts, forget, inTransaction, keepAnswer, leaveToEnd, onClient, takeKey } from './context/index.ts';
import { eachRow } from './eachRow.ts';
import { createExplained } from './explained.ts';
import { exportRows } from './export/index.ts';
import { createImports } from './import/index.ts';
import { refusalText } from './labels.ts';
import { createLineage } from './lineage.ts';
import type { Caller, ChangeOptions } from './caller.ts';
import type { DataLayer, DataLayerOptions } from './layer.ts';
import { checkNotifications, countUnread, findDue, readTold, spreadNotices } from './notices/index.ts';
import {
  entityOf,
  listPage,
  openedNames,
  prepareStarts,
  readId,
  readNames,
  readOptions,
  readRecord,
  searchRecords,
  type Engine,
  createWholeQuestions,
} from './query/index.ts';
import { Parameters, prepared, SQL } from './sql/index.ts';
import { tellChanges } from './rehearsal.ts';
import { createSaveOnce } from './saveOnce.ts';
import { applyTables, buildIndexes } from './tables/index.ts';
import { createVersions } from './versions/index.ts';
import {
  deleteLine,
  deleteRow,
  eraseTraces,
  needsTransaction,
  operationLog,
  partsOf,
  prepareSave,
  saveChildren,
  saveWithin,
  takeChildren,
  storedRows,
  told,
  undeleteRow,
  type Saved,
} from './writer/index.ts';

/** Everything between the HTTP layer and PostgreSQL for one model. Does nothing until it is asked. Throws when the module lacks a registered name. */
export function createDataLayer(options: DataLayerOptions): DataLayer {
  const { pool, reads = pool, model, module } = options;
  checkNames(model, module);
  checkRegistered(model, module);
  checkNotifications(model, module);
  const lineage = createLineage(pool, model, module.migrations ?? []);
  const wholeQuestions = createWholeQuestions();
  const { actorOf, defaultZone, secrets, site = { url: undefined, mail: false } } = options;
  const engine: Engine = { model, module, defaultZone, secrets, lineage, wholeQuestions, actorOf, site };
  const contexts = createContexts(engine, options);
  const explained = createExplained(pool, engine);
  const saveOnce = createSaveOnce(pool, explained);

  const logSuccess = async (client: PoolClient, caller: Caller, objectId: string | null): Promise<void> => {
    const parameters = new Parameters();
    const object = parameters.add(objectId, 'text');
    const text = operationLog(engine, caller, { code: 200, message: caller.t('msg.ok') }, parameters, object);
    // With an object named by the call the placeholder is not used, and PostgreSQL wants every one to be.
    if (text) await client.query(prepared(SQL`with unused as (select ${object}) ${text}`, parameters.values));
  };

  /** One transaction that ends before its caller is told that it took too long, or not at all. */
  const inTime = <T>(caller: Caller, run: (client: PoolClient) => Promise<T>): Promise<T> => {
    const requireTime = (): void => {
      if (caller.late?.()) throw unavailable();
    };
    const work = async (client: PoolClient): Promise<T> => {
      requireTime();
      const result = await run(client);
      if (caller.rehearsal) await tellChanges(client, engine, caller, caller.rehearsal);
      requireTime();
      return result;
    };
    return inTransaction(pool, work, 'begin', caller.rehearsal ? 'rollback' : 'commit');
  };

  /** `logged`: what runs writes the operation log itself. */
  const change = (
    caller: Caller,
    run: (context: Context, client: PoolClient) => Promise<unknown>,
    choices: ChangeOptions & { readonly logged?: boolean } = {},
  ): Promise<string> =>
    explained(caller, () =>
      inTime(caller, async (client) => {
        const first = await takeKey(client, caller, choices);
        if (first !== undefined) {
          choices.replayed?.();
          return first;
        }
        const result = await run(contexts.within(client, caller), client);
        const text = JSON.stringify(result ?? null);
        if (!choices.logged) leaveToEnd(client, logSuccess(client, caller, idOf(result)));
        leaveToEnd(client, keepAnswer(client, caller, choices, text));
        return text;
      }),
    );

  const save: DataLayer['save'] = async (name, input, caller, choices = {}) => {
    const { entity } = resourceOf(model, name);
    const hooks = module.hooks?.[name];
    const { own, children } = takeChildren(entity, input);
    const work = { ...prepareSave(engine, entity, own, caller, true), form: true };
    if (children.length === 0 && !caller.rehearsal && !needsTransaction(work, hooks)) {
      const saved = await saveOnce(work, choices);
      if (saved) return saved;
    }
    return JSON.parse(
      await change(
        caller,
        async (context, client) => {
          const saved = await saveWithin(client, work, hooks, context);
          await saveChildren(client, engine, entity, children, saved.id, context, caller);
          return saved;
        },
        { ...choices, logged: true },
      ),
    ) as Saved;
  };

  /** Hooks run as in a save, and nothing of what they do remains. */
  const rehearse = (caller: Caller, run: (context: Context, client: PoolClient) => Promise<void>): Promise<void> =>
    inTransaction(pool, (client) => run(contexts.within(client, caller), client), 'begin', 'rollback');

  const remove: DataLayer['remove'] = (name, given, caller, choices = {}) =>
    explained(caller, async () => {
      const { entity } = resourceOf(model, name);
      if (entity.deletion === 'never' || entity.log) throw forbidden();
      const id = readId(given, entity.schema['x-missing']);
      const hook = module.hooks?.[name]?.beforeDelete;
      const plain = !caller.rehearsal && choices.idempotencyKey === undefined;
      const alone = plain && entity.lineOf.length === 0 && entity.dependents.length === 0;
      if (!hook && !entity.schema['x-states']?.deletable && alone) {
        const deleting = { connection: pool, engine, caller, asked: true };
        if (!(await deleteRow(deleting, name, id, undefined, { logged: true, visibleOnly: true })))
          throw notFound(entity.schema['x-missing']);
        return;
      }
      await inTime(caller, async (client) => {
        if ((await takeKey(client, caller, choices)) !== undefined) return choices.replayed?.();
        const context = contexts.within(client, caller);
        if (!(await deleteLine(client, { engine, entity, caller }, id, context, { logged: true })))
          throw notFound(entity.schema['x-missing']);
        leaveToEnd(client, keepAnswer(client, caller, choices, 'null'));
      });
    });

  const undelete = (entity: Entity, given: unknown, caller: Caller): Promise<void> =>
    explained(caller, () =>
      inTime(caller, (client) => {
        const context = contexts.within(client, caller);
        return undeleteRow(
          client,
          engine,
          entity,
          readId(given, entity.schema['x-missing']),
          caller,
          context,
          module.hooks?.[entity.name],
        );
      }),
    );

  const read: DataLayer['read'] = (caller, run, choices = {}) =>
    explained(caller, () => {
      const shown = choices.shown ?? false;
      if (!choices.transaction) return run(contexts.reading(caller, shown));
      return inTransaction(
        shown ? reads : pool,
        (client) => run(contexts.within(client, caller)),
        'begin isolation level repeatable read read only',
      );
    });

  /** A record with all that belongs to it, of one moment also where the application adds what it reads itself. */
  const readWhole = (name: string, id: number, caller: Caller): Promise<Record<string, unknown>> =>
    read(caller, (context) => context.record(name, id), {
      transaction: module.hooks?.[name]?.info !== undefined,
      shown: true,
    });

  return {
    model,
    db: contexts.db,
    reads: contexts.readsDb,
    applyTables: (choices = {}) =>
      applyTables({
        pool: options.direct ?? pool,
        ...lineage.source,
        allowUnsafe: choices.allowUnsafe ?? false,
        shared: choices.shared,
        drop: choices.drop,
        standing: options.money && {
          currency: options.money.currency,
          digits: options.money.digits,
          zone: options.defaultZone,
        },
        change: choices.change,
        announce: choices.announce,
        dry: choices.dry,
        seed: choices.seed && ((client) => choices.seed!(onClient(client))),
        afterTables: module.afterTables && ((client) => module.afterTables!(onClient(client))),
      }),
    lineage,
    checkSql: () => checkSql(options.direct ?? pool, { model, module }),
    buildIndexes: (later, stop) => buildIndexes(options.direct ?? pool, later, stop),
    prepareDeepPages: (least) => prepareStarts(reads, engine, least),
    list: (name, request, caller) =>
      explained(caller, async () =>
        listPage(reads, engine, resourceOf(model, name), request, caller, { anyTime: true }),
      ),
    among: (name, ids, request, caller) =>
      explained(caller, async () => {
        const page = await listPage(pool, engine, resourceOf(model, name), request, caller, { among: ids });
        const { list } = JSON.parse(page) as { readonly list: readonly { readonly id: number }[] };
        return new Map(list.map((row) => [row.id, row]));
      }),
    options: (name, request, caller) =>
      explained(caller, async () => readOptions(reads, engine, resourceOf(model, name), request, caller)),
    search: (text, caller) => explained(caller, () => searchRecords(reads, engine, text, caller)),
    async info(name, id, caller) {
      const entity = entityOf(engine, name);
      const key = readId(id, entity.schema['x-missing']);
      const opened = openedNames(engine, entity, caller.actor);
      if (!opened && !module.hooks?.[name]?.info)
        return explained(caller, () => readRecord(reads, engine, entity, key, caller, partsOf(engine, entity, caller)));
      const record = await readWhole(name, key, caller);
      return JSON.stringify(opened ? only(record, opened) : record);
    },
    record: (name, id, caller) => readWhole(name, readId(id), caller),
    save,
    remove,
    async removeMany(name, given, caller) {
      const { count, failures } = await eachRow(
        given,
        (error) => caller.t(error.key, error.params),
        (id) => remove(name, id, caller),
      );
      if (failures.length === 0) return { count, failures };
      const { entity } = resourceOf(model, name);
      const ids = failures.map(({ id }) => id);
      const names = await explained(caller, () => readNames(pool, engine, entity, ids, caller));
      return {
        count,
        failures: failures.map((failure) => {
          const called = names.get(failure.id);
          return called ? { ...failure, name: called } : failure;
        }),
      };
    },
    reach: (name, ids, caller) =>
      explained(caller, async () => {
        const { entity } = resourceOf(model, name);
        const seen = await storedRows(pool, engine, entity, entity.byName.get('id')!, ids, caller);
        return told({ connection: pool, engine, caller, asked: true }, entity, [...seen.keys()] as number[]);
      }),
    async undelete(name, given, caller) {
      const { entity } = resourceOf(model, name);
      if (entity.deletion !== 'soft' || entity.log) throw forbidden();
      return eachRow(
        given,
        (error) => refusalText(error, name, caller),
        (id) => undelete(entity, id, caller),
      );
    },
    exportRows: (name, request, caller, choices = {}) =>
      exportRows(reads, engine, resourceOf(model, name), request, caller, choices),
    imports: createImports({ pool, engine, change, rehearse }),
    versions: createVersions({ pool: reads, engine, explained, change }),
    notices: {
      unread: (reader) => explained(undefined, () => countUnread(reads, engine, reader)),
      told: (reader, { client = reads, ...choices }) =>
        explained(undefined, () => readTold(client, engine, reader, choices)),
      findDue: (now) => findDue(pool, engine, now),
      spread: (now, readersOf) => spreadNotices(pool, engine, now, readersOf),
    },
    history: (name, id, caller) =>
      explained(caller, async () => contexts.reading(caller, true).history(name, readId(id))),
    read,
    change,
    erasures: eraseTraces(engine),
    transaction: (run) => inTransaction(pool, (client) => run(onClient(client), client)),
    forget: (now) => forget(pool, engine, now),
    async logFailure(caller, failure) {
      const parameters = new Parameters();
      const text = operationLog(engine, caller, failure, parameters, SQL`null::text`);
      if (text) await pool.query(text, parameters.values);
    },
  };
}

const only = (record: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));

/** The record a result names, for the operation log. */
function idOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('id' in result)) return null;
  const { id } = result;
  return typeof id === 'number' || typeof id === 'string' ? String(id).slice(0, 60) : null;
}
