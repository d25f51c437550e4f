import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { permits, resourceOf } from '../../../model/index.ts';
import type { Context } from '../../contract.ts';
import { forbidden, notFound, Refusal } from '../../errors.ts';
import { personRecords } from '../export/index.ts';
import type { Caller } from '../caller.ts';
import {
  countRows,
  entityOf,
  listPage,
  mayBeTold,
  readId,
  readRecord,
  readReport,
  readWidget,
  readZones,
  ruleConditions,
  scopeCondition,
  sqlContext,
  type Connection,
  type Engine,
} from '../query/index.ts';
import { all, asRaw, ident, prepared, SQL } from '../sql/index.ts';
import {
  createWriter,
  erasePeople,
  explain,
  partsOf,
  prepareSave,
  readHistory,
  readRow,
  requireFit,
  saveChildren,
  saveWithin,
  takeChildren,
} from '../writer/index.ts';
import { leaveToEnd, reasonOf, settled } from './transaction.ts';

/** What a command and a hook receive, over one connection (or the pool, for reading). */
export function createContext(
  connection: Connection,
  databases: Pick<Context, 'db' | 'apart'>,
  engine: Engine,
  caller: Caller,
): Context {
  const { actor } = caller;
  const context: Context = {
    model: engine.model,
    ...databases,
    actor,
    language: caller.language,
    now: caller.now,
    site: engine.site,
    write: createWriter(
      connection,
      engine,
      caller,
      (statement) => leaveToEnd(connection, statement),
      () => context,
    ),
    can: (key) => permits(actor.permissions, key),
    require(key) {
      if (!permits(actor.permissions, key)) throw forbidden();
    },
    t: (...asked) => caller.t(...asked),
    async save(name, input, { incomplete } = {}) {
      const entity = entityOf(engine, name);
      const { own, children } = takeChildren(entity, input);
      const work = prepareSave(engine, entity, own, caller, false);
      const whole = { ...work, anyState: true as const, incomplete };
      const saved = await saveWithin(connection, whole, engine.module.hooks?.[name], context);
      await saveChildren(connection, engine, entity, children, saved.id, context, caller);
      return saved;
    },
    async step(name, input, step) {
      const work = prepareSave(engine, entityOf(engine, name), input, caller, false, step);
      return saveWithin(connection, { ...work, anyState: true }, engine.module.hooks?.[name], context);
    },
    async row(name, id, options = {}) {
      const entity = entityOf(engine, name);
      const row = Number.isSafeInteger(id)
        ? await readRow(connection, engine, entity, id, caller, options.lock ?? false)
        : undefined;
      if (!row) throw notFound(entity.schema['x-missing']);
      return row;
    },
    async userSees(userId, key, name, id) {
      const user = await engine.actorOf?.(connection as Pick<PoolClient, 'query'>, userId);
      if (!user || !permits(user.permissions, key)) return false;
      const asUser = { ...caller, actor: user };
      return (await readRow(connection, engine, entityOf(engine, name), id, asUser, false)) !== undefined;
    },
    async record<R>(name: string, id: number) {
      const entity = entityOf(engine, name);
      const parts = partsOf(engine, entity, caller);
      const record = JSON.parse(await readRecord(connection, engine, entity, readId(id), caller, parts)) as Record<
        string,
        unknown
      >;
      return ((await engine.module.hooks?.[name]?.info?.(record, context)) ?? record) as R;
    },
    async list<R>(name: string, filter: Record<string, unknown>) {
      const page = await listPage(connection, engine, resourceOf(engine.model, name), filter, caller);
      return (JSON.parse(page) as { list: readonly R[] }).list;
    },
    aboutPeople: (name, ids) => personRecords(connection, engine, name, ids, caller),
    erasePeople: (name, ids) => erasePeople(connection, engine, name, ids, caller),
    counts: (name, filters) => countRows(connection, engine, resourceOf(engine.model, name), filters, caller),
    report: (name, asked) => readReport(connection, engine, resourceOf(engine.model, name), asked, caller),
    figures: (widget, request) => readWidget(connection, engine, widget, request, caller),
    mayBeTold: (figure) => mayBeTold(engine, figure, caller),
    scopeZones: (scopeId) => readZones(connection, engine, caller, scopeId),
    async attempt(run) {
      await settled(connection);
      await connection.query(prepared(SQL`savepoint attempt`, []));
      try {
        const value = await run();
        await settled(connection);
        await connection.query(prepared(SQL`release savepoint attempt`, []));
        return { value };
      } catch (failure) {
        const error = await reasonOf(connection, failure);
        const refusal = explain(engine, error);
        if (!(refusal instanceof Refusal) || refusal.http >= 500) throw error;
        await connection.query(prepared(SQL`rollback to savepoint attempt`, []));
        await connection.query(prepared(SQL`release savepoint attempt`, []));
        return { refusal };
      }
    },
    seal(text, purpose) {
      if (!engine.secrets) throw new Error('there is no key to seal secrets with');
      return engine.secrets.seal(text, purpose);
    },
    async history(name, id) {
      const entity = entityOf(engine, name);
      if (!Number.isSafeInteger(id) || !(await readRow(connection, engine, entity, id, caller, false)))
        throw notFound(entity.schema['x-missing']);
      return readHistory(connection, engine, entity, id, engine.defaultZone, caller);
    },
    requireFit: (name, values) => requireFit(connection, entityOf(engine, name), values),
    inScope(name, alias) {
      const entity = entityOf(engine, name);
      const now = sql<Date>`${new Date(caller.now)}::timestamptz`;
      const registered = engine.module.rowScopes?.[name]?.({ ...sqlContext({ engine, actor }, alias), now });
      const seen = asRaw<boolean>((parameters) => {
        const query = { engine, actor, parameters };
        return all([
          scopeCondition(query, entity, ident(alias)) ?? SQL`true`,
          ...ruleConditions(query, entity, ident(alias)),
        ]);
      }, caller.now);
      return registered ? sql<boolean>`(${seen} and (${registered}))` : seen;
    },
    requireScope(scopeId) {
      if (actor.scope !== 'all' && !actor.scope.includes(scopeId)) throw forbidden();
    },
  };
  return context;
}
