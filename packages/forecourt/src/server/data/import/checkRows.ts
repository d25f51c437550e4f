import type { PoolClient } from 'pg';
import type { Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks, Row } from '../../contract.ts';
import { Refusal } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { hasPermission, type Connection, type Engine } from '../query/index.ts';
import { defaults, explain, readInput, storedRows, unfitAmong, validate, zoneRoot, zonesBy } from '../writer/index.ts';
import { isValid, type Draft } from './draft.ts';
import { inTurns } from './inTurns.ts';
import { checkRules } from './rules.ts';
import { checkUniqueness } from './uniqueness.ts';
import { keepChanges, placeInstants, same } from './whatChanges.ts';

/** Rows that hooks are asked about together. */
const TURN = 200;

interface Checking {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly connection: Connection;
  /** Unique property by which rows without an id find the record they change. */
  readonly updateBy: string | undefined;
  /** A transaction that is rolled back in the end, for hooks to run in. */
  rehearse(run: (context: Context, client: PoolClient) => Promise<void>): Promise<void>;
}

/** What a row may be refused with; anything else is thrown. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Refusal) || error.http >= 500) throw error;
  return error;
}

function refused(draft: Draft, error: unknown): void {
  const { fields, key, params } = refusalOf(error);
  if (fields) Object.assign(draft.errors, fields);
  else draft.errors[''] ??= [key, params];
}

/** Finds the records that rows change: by id, else by the chosen unique property. */
async function findStored(checking: Checking, drafts: readonly Draft[]): Promise<void> {
  const { engine, entity, caller, connection, updateBy } = checking;
  const idOf = ({ input }: Draft): number => (/^\d{1,15}$/.test(String(input['id'])) ? Number(input['id']) : 0);
  const withId = drafts.filter(({ input }) => input['id'] !== undefined);
  const seen = new Map<number, number>();
  const byId = await storedRows(
    connection,
    engine,
    entity,
    entity.byName.get('id')!,
    withId.map(idOf).filter(Boolean),
    caller,
  );
  const claim = (draft: Draft, stored: (Row & { id: number }) | undefined, field: string): void => {
    if (!stored) draft.errors[field] = entity.schema['x-missing'] ?? 'msg.notFound';
    else if (seen.has(stored.id)) draft.errors[field] = ['msg.import.twice', { row: seen.get(stored.id) }];
    else {
      seen.set(stored.id, draft.row);
      draft.stored = stored;
      draft.input['id'] = stored.id;
      if (!hasPermission(engine, entity, caller.actor, 'edit')) draft.errors[field] = 'msg.forbidden.text';
    }
  };
  await inTurns(withId, (draft) => claim(draft, byId.get(idOf(draft)), 'id'));
  const by = updateBy === undefined ? undefined : entity.byName.get(updateBy);
  if (!by) return;
  const named = new Set(withId);
  const rest = drafts.filter(
    (draft) =>
      !named.has(draft) &&
      !(by.name in draft.errors) &&
      draft.input[by.name] !== null &&
      draft.input[by.name] !== undefined,
  );
  const valueOf = ({ input }: Draft): unknown =>
    typeof input[by.name] === 'string' ? (input[by.name] as string).trim() : input[by.name];
  const found = await storedRows(connection, engine, entity, by, [...new Set(rest.map(valueOf))], caller);
  await inTurns(rest, (draft) => {
    const stored = found.get(valueOf(draft));
    if (stored) claim(draft, stored, by.name);
  });
}

/** A list that was never given and an empty one are both nothing. */
const none = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : value);

function checkScope({ entity, caller }: Checking, draft: Draft): void {
  const { scope } = caller.actor;
  const direct = entity.scope.filter((path) => path.steps.length === 0 && path.last !== 'id').map((path) => path.last);
  if (scope === 'all' || direct.length === 0) return;
  const row: Row = { ...draft.stored, ...draft.values };
  if (!direct.some((name) => scope.includes(row[name] as number))) draft.errors[direct[0]!] = 'msg.forbidden.text';
}

function judge(checking: Checking, draft: Draft, zone: string): void {
  const { engine, entity, caller } = checking;
  placeInstants(entity, draft, zone);
  keepChanges(entity, draft, zone);
  if (draft.stored && Object.keys(draft.input).length === 1 && isValid(draft)) {
    draft.unchanged = true;
    draft.values = {};
    return;
  }
  // A new record gets defaults where nothing was written.
  if (!draft.stored)
    for (const [name, value] of Object.entries(draft.input)) if (value === null) delete draft.input[name];
  const known = Object.fromEntries(Object.entries(draft.input).filter(([name]) => !(name in draft.errors)));
  const earlier = { ...draft.errors };
  try {
    const input = readInput(engine, entity, known, caller);
    const checked = validate(engine, entity, input, draft.stored ?? null, zone, caller, { changesOnly: true });
    draft.values = draft.stored ? checked : defaults(entity, checked, caller.now, zone);
    const { stored } = draft;
    if (stored && Object.entries(checked).every(([name, value]) => same(none(value), none(stored[name]))))
      draft.unchanged = true;
  } catch (error) {
    refused(draft, error);
    // What could not be read is not also missing.
    Object.assign(draft.errors, earlier);
  }
}

/** Says which rows newly name a record that may not be chosen; what a stored one names already stays. One look-up a relation. */
async function checkFit({ connection, entity }: Checking, drafts: readonly Draft[]): Promise<void> {
  for (const { name, ref } of entity.fields) {
    if (!ref?.where) continue;
    const idsIn = (row: Row | undefined): readonly number[] => [row?.[name] ?? []].flat() as number[];
    const named: { readonly draft: Draft; readonly ids: readonly number[] }[] = [];
    await inTurns(drafts, (draft) => {
      if (draft.values?.[name] === undefined) return;
      const before = new Set(idsIn(draft.stored));
      named.push({ draft, ids: idsIn(draft.values).filter((id) => !before.has(id)) });
    });
    const unfit = await unfitAmong(connection, ref, [...new Set(named.flatMap(({ ids }) => ids))]);
    for (const { draft, ids } of named) if (ids.some((id) => unfit.has(id))) draft.errors[name] = 'msg.unfitRecord';
  }
}

/** When one of the rows is refused, hooks of many rows are asked again about so many parts, until the one stands alone. */
const PARTS = 10;

async function rehearseHooks(checking: Checking, hooks: ResourceHooks, drafts: readonly Draft[]): Promise<void> {
  /** Rows that are asked about together, from the same point: what the hooks of others have done is taken back. */
  async function ask(some: readonly Draft[], context: Context, client: PoolClient): Promise<void> {
    const events = some.map(({ stored = null, values = {} }) => ({
      ...{ entity: checking.entity.name, id: stored?.id ?? null, before: stored },
      values: { ...values },
    }));
    let failure: Refusal | undefined;
    try {
      for (const event of events) await hooks.beforeSave?.(event, context);
      await hooks.beforeSaveAll?.(events, context);
      for (const [at, draft] of some.entries()) draft.values = events[at]!.values;
    } catch (error) {
      failure = refusalOf(explain(checking.engine, error));
    }
    await client.query('rollback to savepoint some_rows');
    if (!failure) return;
    if (some.length === 1) refused(some[0]!, failure);
    else {
      const size = Math.ceil(some.length / PARTS);
      for (let from = 0; from < some.length; from += size) await ask(some.slice(from, from + size), context, client);
    }
  }
  const size = hooks.beforeSave ? 1 : TURN;
  for (let at = 0; at < drafts.length; at += TURN)
    await checking.rehearse(async (context, client) => {
      await client.query('savepoint some_rows');
      const turn = drafts.slice(at, at + TURN);
      for (let from = 0; from < turn.length; from += size) await ask(turn.slice(from, from + size), context, client);
    });
}

/**
 * Judges all rows as saving them would, without writing or locking: types, limits, conditions, relations, rights and scope, what the hooks
 * say, and what must be unique in the file and in the database. Look-ups are made for all rows at once.
 */
export async function checkRows(
  checking: Checking,
  drafts: readonly Draft[],
  hooks: ResourceHooks | undefined,
): Promise<void> {
  const { engine, entity, connection } = checking;
  await findStored(checking, drafts);
  const root = zoneRoot(entity);
  const rootOf = ({ input, stored }: Draft): unknown =>
    root === undefined ? undefined : (input[root] ?? stored?.[root]);
  const roots = [...new Set(drafts.map(rootOf))].filter((one): one is number => Number.isSafeInteger(one));
  const zoneOf = await zonesBy(connection, engine, entity, roots);
  await inTurns(drafts, (draft) => {
    if (!('id' in draft.errors || '' in draft.errors)) judge(checking, draft, zoneOf(rootOf(draft)));
  });
  const judged = drafts.filter((draft) => isValid(draft) && !draft.unchanged);
  await checkFit(checking, judged);
  const changing = judged.filter(isValid);
  if (hooks?.beforeSave || hooks?.beforeSaveAll) await rehearseHooks(checking, hooks, changing);
  // A hook may say whose a row is.
  await inTurns(changing, (draft) => {
    if (isValid(draft)) checkScope(checking, draft);
  });
  await checkRules(checking, changing.filter(isValid));
  await checkUniqueness(connection, engine, entity, drafts);
}
