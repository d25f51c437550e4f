import { holds, readsOf, stateAllows, WILDCARD, type BoundChange, type Entity } from '../../../model/index.ts';
import type { Context, ResourceHooks, Row, Step } from '../../contract.ts';
import { conflict, forbidden, notFound, proofNeeded, refuse, refuseFields, unavailable } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { readRecord, unknownRecord, type Connection, type Engine } from '../query/index.ts';
import { judgedFields } from './judgedFields.ts';
import type { SaveKey } from './keys.ts';
import { closeParents, openParents, requireOpened, type Within } from './parents.ts';
import { insertStatement, readOutcome, updateStatement, type Outcome } from './statements.ts';
import { readRow, readVersion } from './stored.ts';
import { lockTree, movesInTree, refuseCycle } from './trees.ts';
import { defaults } from './defaults.ts';
import { readInput, type SaveInput } from './readInput.ts';
import { needsStored, validate, type TakenStep } from './validate.ts';
import { zoneOf } from './zones.ts';

export interface Saved {
  readonly id: number;
  readonly updateTime: string;
}

/** What the save answers, or what it is refused with. */
export function judge({ engine, entity }: SaveWork, outcome: Outcome): Saved {
  if (!outcome.found) throw notFound(entity.schema['x-missing']);
  if (!outcome.current) throw conflict();
  if (outcome.missing.length > 0)
    throw refuseFields(Object.fromEntries(outcome.missing.map((name) => [name, unknownRecord(engine, entity, name)])));
  if (outcome.unfit.length > 0)
    throw refuseFields(Object.fromEntries(outcome.unfit.map((name) => [name, 'msg.unfitRecord'])));
  if (!outcome.allowed) throw forbidden();
  if (!outcome.row) throw conflict();
  return { id: outcome.row.id, updateTime: outcome.updateTime };
}

export interface SaveWork {
  readonly engine: Engine;
  readonly entity: Entity;
  readonly caller: Caller;
  readonly input: SaveInput;
  /** Writes the operation log row with the change. */
  readonly logged: boolean;
  /** What the history says of the change beside the values. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** A form that was sent: it says itself what it presets. Commands and files leave that to the defaults. */
  readonly form?: boolean;
  /** A row of a file, which holds what it changes and nothing else. */
  readonly changesOnly?: boolean;
  /** What is demanded under a condition may be missing. */
  readonly incomplete?: boolean | undefined;
  /** Part of a command, which has judged the state itself (`editable` of x-states). */
  readonly anyState?: boolean;
  /** Part of the save of the record that it is a line of. */
  readonly within?: Within;
  /** Moves the record to another state as well. */
  readonly step?: Step;
}

/** Writes one row, guarded as a save of a user is. */
export async function write(
  connection: Connection,
  work: SaveWork,
  values: Row,
  { version, key, brief }: { readonly version?: string; readonly key?: SaveKey; readonly brief?: boolean } = {},
): Promise<Outcome> {
  const { engine, entity, caller, input, logged, detail } = work;
  const options = {
    ...{ guarded: true, logged, detail, key, brief, step: work.step !== undefined },
    guard: { updateTime: input.updateTime, version },
  };
  const statement =
    input.id === null
      ? insertStatement(engine, entity, [values], caller, options)
      : updateStatement(engine, entity, input.id, values, caller, { ...options, visibleOnly: true });
  const { rows } = await connection.query<Row>(statement);
  return readOutcome(rows[0]!);
}

/** Whether a save needs more than a statement of its own, and one to read the stored row: hooks, or a lock on the whole tree. */
export const needsTransaction = (work: SaveWork, hooks: ResourceHooks | undefined): boolean =>
  savesAlone(hooks) ||
  hooks?.beforeSaveAll !== undefined ||
  hooks?.afterSaveAll !== undefined ||
  moves(work) ||
  asksParents(work);

/** Whether the hooks of a resource know one row at a time. */
export const savesAlone = (hooks: ResourceHooks | undefined): boolean =>
  hooks?.beforeSave !== undefined || hooks?.afterSave !== undefined;

/** Whether other records decide too, of which the row is a line. A command has judged them itself. */
export const asksParents = ({ entity, anyState }: SaveWork): boolean => entity.lineOf.length > 0 && anyState !== true;

/** Whether the save may put a stored row elsewhere in its tree. */
export const moves = ({ entity, input }: SaveWork): boolean => input.id !== null && movesInTree(entity, input.given);

/** Whether the state of the stored row decides if it can be saved. */
export const isBound = ({ entity, input, anyState }: SaveWork): boolean =>
  input.id !== null && anyState !== true && entity.schema['x-states']?.editable !== undefined;

/** Refuses a change that the stored state forbids (`editable` and `deletable` of x-states). */
export function refuseState(entity: Entity, change: BoundChange, before: Row): void {
  if (!stateAllows(entity, change, before)) throw refuse('msg.stateChanged');
}

/** The way that a step takes from the record's state. Refuses where there is none, or its condition does not hold. */
async function takeStep(
  connection: Connection,
  { engine, entity, caller }: SaveWork,
  { ways, ask, require, when }: Step,
  before: Row & { id: number },
): Promise<TakenStep> {
  const state = before[entity.stateField!] as string | number;
  const way = ways.find(({ from }) => from.includes(state));
  if (!way) throw refuse('msg.stateChanged');
  // What the condition reads may be hidden from this actor, masked or computed; it decides all the same.
  const everything = { ...caller.actor, permissions: new Set([WILDCARD]), scope: 'all' as const };
  const record = [...readsOf(when)].every((name) => name === entity.stateField)
    ? { [entity.stateField!]: state }
    : JSON.parse(await readRecord(connection, engine, entity, before.id, { ...caller, actor: everything }));
  if (!holds(when, record)) throw refuse('msg.stateChanged');
  return { to: way.to, ask: new Set(ask), require: new Set(require) };
}

/** Reads a save's names and shape; the rest follows in `saveAlone` or `saveWithin`. */
export function prepareSave(
  engine: Engine,
  entity: Entity,
  input: unknown,
  caller: Caller,
  logged: boolean,
  step?: Step,
): SaveWork {
  if (entity.log) throw new Error(`${entity.name} is written by the system only`);
  return { engine, entity, caller, logged, step, input: readInput(engine, entity, input, caller, step?.ask) };
}

/** Whether two values in storage form are one. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Refuses a change of what needs a recent proof (`x-proof`). A secret that is left empty is kept, and no change. */
function requireProof({ entity, caller }: SaveWork, values: Row, before: Row | null): void {
  if (caller.proven) return;
  const changes = judgedFields(entity).proven.some(({ name, schema }) => {
    if (!(name in values)) return false;
    const value = values[name];
    return schema.writeOnly ? (value ?? '') !== '' : !same(value, before?.[name]);
  });
  if (changes) throw proofNeeded();
}

/** What a save writes: checked against the schema, a new record with its defaults, one that takes a step with its next state. */
export function valuesOf(work: SaveWork, before: Row | null, zone: string, step?: TakenStep): Row {
  const { engine, entity, caller, input, form, changesOnly, incomplete } = work;
  const checked = validate(engine, entity, input, before, zone, caller, { form, changesOnly, incomplete, step });
  requireProof(work, checked, before);
  const values = input.id === null ? defaults(entity, checked, caller.now, zone) : checked;
  return step ? { ...values, [entity.stateField!]: step.to } : values;
}

/**
 * Validates and writes in one statement (and one more to learn the zone, where times have one). Where the stored row is asked too, it is read before and
 * not locked: what was judged is written only if the row is still the same. Undefined, and nothing is written, when it is another meanwhile; then it is to be locked (`saveWithin`). With a
 * key the answer is kept under it; what was done before under the same key fails.
 */
export async function saveAlone(connection: Connection, work: SaveWork, key?: SaveKey): Promise<Saved | undefined> {
  const { engine, entity, caller, input } = work;
  const zone = await zoneOf(connection, engine, entity, input, caller);
  if (input.id === null || !(isBound(work) || needsStored(entity, input, caller)))
    return judge(work, await write(connection, work, valuesOf(work, null, zone), { key, brief: true }));
  const before = await readVersion(connection, engine, entity, input.id, caller);
  if (!before) throw notFound(entity.schema['x-missing']);
  const values = valuesOf(work, before.row, zone);
  if (isBound(work)) refuseState(entity, 'editable', before.row);
  if (caller.late?.()) throw unavailable();
  const outcome = await write(connection, work, values, { key, version: before.version, brief: true });
  return outcome.current ? judge(work, outcome) : undefined;
}

/** The same inside a transaction, with the stored row locked first and the hooks around the write. */
export async function saveWithin(
  connection: Connection,
  work: SaveWork,
  hooks: ResourceHooks | undefined,
  context: Context,
): Promise<Saved> {
  const { engine, entity, caller, input } = work;
  // Before the row itself: whoever waits here holds nothing that another move needs.
  if (moves(work)) await lockTree(connection, entity);
  const seen =
    asksParents(work) && input.id !== null
      ? await readRow(connection, engine, entity, input.id, caller, false)
      : undefined;
  const parents = asksParents(work) ? await openParents(connection, work, [seen, input.given], context) : { all: [] };
  const zone = await zoneOf(connection, engine, entity, input, caller);
  const before =
    input.id === null ? null : ((await readRow(connection, engine, entity, input.id, caller, true)) ?? null);
  if (input.id !== null && !before) throw notFound(entity.schema['x-missing']);
  const step = work.step && before ? await takeStep(connection, work, work.step, before) : undefined;
  const event = {
    entity: entity.name,
    id: input.id,
    values: valuesOf(work, before, zone, step),
    before,
    confirmed: input.confirmed,
  };
  await hooks?.beforeSave?.(event, context);
  await hooks?.beforeSaveAll?.([event], context);
  // After the hook, which may know better words for the state.
  if (before && isBound(work)) refuseState(entity, 'editable', before);
  if (asksParents(work)) requireOpened(work, parents, [before ?? undefined, event.values]);
  if (input.id !== null) await refuseCycle(connection, entity, input.id, event.values);
  const outcome = await write(connection, work, event.values);
  const saved = judge(work, outcome);
  const written = { ...event, after: outcome.row! };
  await hooks?.afterSave?.(written, context);
  await hooks?.afterSaveAll?.([written], context);
  await closeParents(connection, work, parents, context);
  return saved;
}
