import { permissionKey, permits, type Entity, type Many } from '../../../model/index.ts';
import type { Context, Row } from '../../contract.ts';
import { forbidden, Refusal, refuseFields, type FieldErrors } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { entityOf, readPart, type Connection, type Engine, type Part } from '../query/index.ts';
import { explain } from './failures.ts';
import { prepareSave, saveWithin } from './save.ts';
import { deleteLine } from './deleteLine.ts';

type Input = Readonly<Record<string, unknown>>;

/** Child records as they came with their parent. Nothing for a property that was not sent. */
interface ChildrenInput {
  readonly own: unknown;
  readonly children: readonly { readonly many: Many; readonly rows: readonly unknown[] }[];
}

const MAX_ROWS = 500;

/** Separates the child records of an input from what the parent stores itself. Refuses what is no list, or too short or long a one. */
export function takeChildren(entity: Entity, input: unknown): ChildrenInput {
  if (entity.many.length === 0 || typeof input !== 'object' || input === null || Array.isArray(input))
    return { own: input, children: [] };
  const own: Record<string, unknown> = { ...input };
  const errors: Record<string, FieldErrors[string]> = {};
  const creating = own['id'] === undefined || own['id'] === null || own['id'] === '';
  const children = entity.many.flatMap((many) => {
    const { name, field } = many;
    const given = own[name];
    const sent = Object.hasOwn(own, name);
    delete own[name];
    if (!sent && !(creating && field.required)) return [];
    const rows = given === null || given === undefined || given === '' ? [] : given;
    const { minItems = field.required ? 1 : 0, maxItems = MAX_ROWS } = field.schema;
    if (!Array.isArray(rows)) errors[name] = 'msg.invalid';
    else if (rows.length === 0 && field.required) errors[name] = field.message ?? 'msg.required';
    else if (rows.length < minItems) errors[name] = ['msg.tooFew', { min: minItems }];
    else if (rows.length > maxItems) errors[name] = ['msg.tooMany', { max: maxItems }];
    return Array.isArray(rows) ? [{ many, rows: rows as unknown[] }] : [];
  });
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  return { own, children };
}

/** May the actor see the children's list at all. */
const maySee = (engine: Engine, caller: Caller, name: string): boolean => {
  const resource = engine.model.resources.get(name);
  return resource !== undefined && permits(caller.actor.permissions, resource.permission.route);
};

const partOf = (engine: Engine, { name, by, resource }: Many): Part => ({
  name,
  by,
  entity: entityOf(engine, resource),
});

/** What an answered record has beside its own properties: its children, but for those of a resource that the actor may not list, and what the application adds. */
export const partsOf = (engine: Engine, entity: Entity, caller: Caller): readonly Part[] => [
  ...entity.many.filter((many) => maySee(engine, caller, many.resource)).map((many) => partOf(engine, many)),
  ...Object.entries(engine.module.hooks?.[entity.name]?.beside ?? {}).map(([name, { resource, ...part }]) => ({
    ...part,
    name,
    entity: entityOf(engine, resource),
  })),
];

/** Runs the save of one line; what it refuses is refused at the line. */
async function atLine<T>(engine: Engine, path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (failure) {
    const error = explain(engine, failure);
    if (!(error instanceof Refusal) || error.http !== 200 || error.code === 409) throw error;
    const fields = error.fields ?? { '': [error.key, error.params] as const };
    throw refuseFields(
      Object.fromEntries(
        Object.entries(fields).map(([name, issue]) => [name === '' ? path : `${path}.${name}`, issue]),
      ),
    );
  }
}

/** What of a line is to be saved: names that the answer has beside the stored ones are nobody's input. */
function inputOf(entity: Entity, many: Many, row: Input): Record<string, unknown> {
  const answered = new Set(
    entity.fields.flatMap((field) => [
      ...(field.readOnly || field.builtIn ? [field.name] : []),
      ...(field.ref ? [field.ref.as, ...Object.keys(field.ref.with)] : []),
    ]),
  );
  return Object.fromEntries(Object.entries(row).filter(([name]) => !answered.has(name) && name !== many.by));
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null) || ((one ?? '') === '' && (other ?? '') === '');

/**
 * Makes the child records of a parent what was sent. Lines without id are created, changed ones changed, missing ones
 * deleted. Each goes through the one writer with hooks, scope and permission of the child's resource. Refusals name
 * the line (`lines.2.price`).
 */
export async function saveChildren(
  connection: Connection,
  engine: Engine,
  of: Entity,
  children: ChildrenInput['children'],
  parent: number,
  context: Context,
  caller: Caller,
): Promise<void> {
  for (const { many, rows } of children) {
    const entity = entityOf(engine, many.resource);
    const resource = engine.model.resources.get(many.resource);
    const hooks = engine.module.hooks?.[many.resource];
    const demand = (word: string): void => {
      if (!resource || !permits(caller.actor.permissions, permissionKey(resource.permission, word))) throw forbidden();
    };
    if (!maySee(engine, caller, many.resource)) throw forbidden();
    const before = new Map(
      (await readPart(connection, engine, partOf(engine, many), parent, caller)).map((child) => [
        child['id'] as number,
        child,
      ]),
    );
    const kept = new Set<number>();
    const within = { entity: of.name, id: parent };
    const save = (values: Input): Promise<unknown> =>
      saveWithin(connection, { ...prepareSave(engine, entity, values, caller, false), within }, hooks, context);
    const lines = rows.map((row, index) => {
      const path = `${many.name}.${index}`;
      if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refuseFields({ [path]: 'msg.invalid' });
      const { id, updateTime } = row as Input;
      const child = before.get(id as number);
      if (id !== undefined && id !== null && (!child || kept.has(id as number)))
        throw refuseFields({ [path]: 'msg.unknownRecord' });
      if (child) kept.add(id as number);
      return { path, child, updateTime, values: inputOf(entity, many, row as Input) };
    });
    // Deleted first: a new line may take a number that a removed one had.
    for (const id of before.keys()) {
      if (kept.has(id)) continue;
      demand('delete');
      if (entity.deletion === 'never') throw refuseFields({ [many.name]: 'msg.readOnly' });
      await atLine(engine, many.name, () =>
        deleteLine(connection, { engine, entity, caller, within }, id, context, { logged: false }),
      );
    }
    for (const { path, child, updateTime, values } of lines) {
      if (!child) {
        demand('add');
        await atLine(engine, path, () => save({ ...values, [many.by]: parent }));
        continue;
      }
      const changed: Row = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => !same(value, child[name])),
      );
      if (Object.keys(changed).length === 0) continue;
      demand('edit');
      await atLine(engine, path, () => save({ ...changed, id: child['id'], ...(updateTime ? { updateTime } : {}) }));
    }
  }
}
