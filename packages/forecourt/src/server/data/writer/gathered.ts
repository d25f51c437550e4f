import { relationOf } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import { Refusal } from '../../errors.ts';
import type { Call, Caller } from '../caller.ts';
import { entityOf, mayBeRestricted, type Connection } from '../query/index.ts';
import { callerColumns } from './audit.ts';
import { isDatabaseFailure } from './failures.ts';
import type { SaveKey } from './keys.ts';
import { isBound, judge, refuseState, valuesOf, type Saved, type SaveWork } from './save.ts';
import { readOutcome } from './statements.ts';
import { readVersions } from './stored.ts';
import { alike, filled, namesInDocuments, namesItsKind, statementOf, type Prepared } from './together.ts';
import { zoneRoot, zonesBy } from './zones.ts';

/** A save of one caller that may be written in one statement with those of others. */
export interface GatheredSave {
  readonly work: SaveWork & { readonly caller: Caller & { readonly call: Call } };
  readonly key?: SaveKey;
}

/** What became of it: nothing (undefined) where it is to be done alone, `error` where nobody knows whether it was done. */
export type GatheredOutcome = { readonly saved: Saved } | { readonly error: unknown } | undefined;

const canGather = (work: SaveWork): work is GatheredSave['work'] =>
  work.caller.call !== undefined &&
  work.caller.actor.id > 0 &&
  work.logged &&
  work.step === undefined &&
  work.detail === undefined &&
  !namesItsKind(work) &&
  !namesInDocuments(work);

/**
 * With which others a save that needs no transaction (`needsTransaction`) can be written: those of the same call and language whose callers may see and choose the same records. Undefined where it
 * goes alone.
 */
export function companyOf(work: SaveWork): string | undefined {
  if (!canGather(work)) return undefined;
  const { engine, entity, caller, input, form, anyState } = work;
  const { actor, call, language } = caller;
  const targets = entity.fields.flatMap((field) => (relationOf(field) ? (field.ref?.resource ?? []) : []));
  const asked = [entity, ...targets.map((name) => entityOf(engine, name))];
  const sees = asked.some((one) => mayBeRestricted(engine, one)) ? `user ${actor.id}` : actor.scope;
  const { module, action, method, path } = call;
  return JSON.stringify([entity.name, input.id === null, form, anyState, sees, language, module, action, method, path]);
}

type One = Prepared & { readonly of: GatheredSave; readonly version?: string };

/** What each writes. Left out is what is refused: it is told so when it is done alone. */
async function prepareEach(connection: Connection, all: readonly GatheredSave[]): Promise<One[]> {
  const { engine, entity, caller } = all[0]!.work;
  const ids = all.flatMap(({ work }) => work.input.id ?? []);
  const stored =
    ids.length > 0 ? await readVersions(connection, engine, entity, ids, caller) : new Map<number, never>();
  const root = zoneRoot(entity);
  const found = all.flatMap((of, at) => {
    const { id, given } = of.work.input;
    const before = id === null ? undefined : stored.get(id);
    if (id !== null && !before) return [];
    return { of, at, before, root: root && (root in given ? given[root] : before?.row[root]) };
  });
  const roots = found.map((one) => one.root).filter((one): one is number => Number.isSafeInteger(one));
  const zone = await zonesBy(connection, engine, entity, [...new Set(roots)]);
  return found.flatMap(({ of, at, before, root: from }) => {
    const { work } = of;
    const row = before?.row ?? null;
    try {
      if (work.caller.late?.()) return [];
      const values = valuesOf(work, row, zone(from));
      if (row && isBound(work)) refuseState(entity, 'editable', row);
      return { of, at, work, values, before: row, version: before?.version };
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
}

/** Refused by PostgreSQL, and nothing of it is written: the connection goes on. */
const isUndone = (error: unknown): boolean =>
  isDatabaseFailure(error) && (error as { severity?: unknown }).severity === 'ERROR';

async function writeEach(connection: Connection, group: readonly One[], outcomes: GatheredOutcome[]): Promise<void> {
  const { engine } = group[0]!.of.work;
  const told = group.map(({ of: { work, key }, version }): Row =>
    Object.assign(callerColumns(engine, work.caller), {
      _key: key?.key ?? null,
      _request: key?.request ?? null,
      _seen: work.input.updateTime?.replace('T', ' ').slice(0, 19) ?? null,
      _version: version ?? null,
    }),
  );
  const statement = statementOf(group, { guarded: true, logged: true, visibleOnly: true, told, brief: true });
  try {
    const { rows } = await connection.query<Row>(statement);
    for (const [index, { at, work }] of group.entries()) {
      const outcome = readOutcome(rows[index]!);
      if (outcome.row) outcomes[at] = { saved: judge(work, outcome) };
    }
  } catch (error) {
    if (!isUndone(error)) for (const { at } of group) outcomes[at] = { error };
  }
}

/**
 * Does the saves of several callers of one batch (`companyOf`), each as `saveAlone` does it. What is the same for all
 * is asked once. Rows with the same properties are written in one statement, which is one transaction.
 * A save that cannot be written so is left to run alone: refused, locked, changed meanwhile, repeated under its key,
 * or refused by PostgreSQL beside others. Errors are everybody's own.
 */
export async function saveGathered(
  connection: Connection,
  all: readonly GatheredSave[],
): Promise<readonly GatheredOutcome[]> {
  const outcomes: GatheredOutcome[] = all.map(() => undefined);
  const prepared = await prepareEach(connection, all);
  const created = prepared.filter(({ before }) => before === null);
  const [first] = created;
  const rows = first ? filled(first.work, created) : prepared;
  for (const group of alike(rows)) await writeEach(connection, group, outcomes);
  return outcomes;
}
