import { isStored, relationOf, type Entity, type MaskName, type Model } from '../../../model/index.ts';
import type { Command } from '../../contract.ts';
import { mask } from '../kinds/index.ts';
import { isName } from './audit.ts';

/** What a logged call, a draft or a kept answer says: JSON, with the records that it is known to have changed. */
export interface Said {
  /** The entity that plain `id` and `ids` name; null where they name something else. */
  readonly entity: string | null;
  readonly object?: string | null;
  readonly values: unknown;
  readonly changed?: readonly (readonly [entity: string, id: number])[];
  /** Properties that may hold who somebody is; default: those of the entity. */
  readonly keys?: ReadonlySet<string>;
}

/** People who are erased: their records by entity, every value that says who they are, and those of them that nobody else has. */
export interface Erasing {
  readonly records: ReadonlyMap<string, ReadonlySet<number>>;
  readonly values: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

/** `person`: about the erased alone; `both`: about others, too. */
export type About = 'person' | 'both' | 'others';

const identityOf = (entity: Entity): readonly string[] =>
  entity.fields.filter((field) => isStored(field) && field.schema['x-personal'] === 'identity').map(({ name }) => name);

/** What the model says of rows about people: how a call names them, and where it may say who somebody is. */
export interface PeopleModel {
  readonly about: readonly Entity[];
  /** Entities by the properties that name their records. */
  readonly references: ReadonlyMap<string, string>;
  readonly identity: ReadonlyMap<string, ReadonlySet<string>>;
  /** Identity properties that only rows about people have. */
  readonly distinct: ReadonlySet<string>;
  readonly masks: ReadonlyMap<string, MaskName>;
  /** The entity that plain ids of a call name, and whether its row of the log names a record by `objectId`. */
  namedBy(path: string, module: string, action: string): { readonly entity: string | null; readonly object: boolean };
}

const addressOf = (path: string): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
/** Their number is that of an import. */
const OF_IMPORTS: ReadonlySet<string> = new Set(['import', 'importCheck', 'importDiscard']);

export function peopleModel(model: Model, commands: readonly Command[], of: string): PeopleModel {
  const entities = [...model.entities.values()];
  const about = entities.filter(({ person, view }) => person?.of === of && !view);
  const names = new Set(about.map(({ name }) => name));
  const others = entities.filter(({ name, view }) => !names.has(name) && !view);
  const references = new Map<string, string>();
  for (const field of entities.flatMap((entity) => entity.fields))
    if (field.ref && relationOf(field) !== undefined) references.set(field.name, field.ref.resource);
  const identity = new Map(about.map((entity) => [entity.name, new Set(identityOf(entity))] as const));
  const elsewhere = new Set(others.flatMap((entity) => entity.fields.map(({ name }) => name)));
  const byPath = new Map(commands.map((command) => [addressOf(command.path), command] as const));
  return {
    about,
    references,
    identity,
    distinct: new Set([...identity.values()].flatMap((keys) => [...keys].filter((key) => !elsewhere.has(key)))),
    masks: new Map(
      about.flatMap((entity) =>
        entity.fields.flatMap((field) => {
          const by = field.mask ?? (isName(field) ? 'name' : undefined);
          return by ? [[field.name, by] as const] : [];
        }),
      ),
    ),
    namedBy(path, module, action) {
      const command = byPath.get(path);
      if (command) return { entity: command.log?.names ?? module, object: false };
      return { entity: OF_IMPORTS.has(action) ? null : module, object: true };
    },
  };
}

type Visit = (key: string, value: unknown, path: readonly string[]) => void;

/** Every value below a property, with the name of the property; parts of a list have that of the list. */
function walk(value: unknown, visit: Visit, key = '', path: readonly string[] = []): void {
  if (Array.isArray(value)) value.forEach((part, at) => walk(part, visit, key, [...path, String(at)]));
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) walk(part, visit, name, [...path, name]);
  else visit(key, value, path);
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

/** Whether a whole value is one of these, in clear or as the log masks it. */
function isOneOf(people: PeopleModel, values: ReadonlySet<string>, key: string, text: string): boolean {
  if (values.has(text)) return true;
  const by = people.masks.get(key);
  return by !== undefined && text.includes('*') && [...values].some((value) => mask(by, value) === text);
}

/**
 * Whom something is about. The records that it names decide; where it names none, the whole values of properties that say who somebody is: one that
 * nobody else has, and more of the erased than of anybody else. Never a part of a text.
 */
export function aboutWhom(people: PeopleModel, { records, values, own }: Erasing, said: Said): About {
  let mine = false;
  let others = false;
  const name = (entity: string | null, value: unknown): void => {
    const id = numberOf(value);
    if (entity === null || id === undefined || !people.identity.has(entity)) return;
    if (records.get(entity)?.has(id)) mine = true;
    else others = true;
  };
  for (const [entity, id] of said.changed ?? []) name(entity, id);
  if (typeof said.object === 'string') name(said.entity, said.object);
  const keys = said.keys ?? (said.entity === null ? undefined : people.identity.get(said.entity));
  let [equal, different, telling] = [0, 0, false];
  walk(said.values, (key, value, path) => {
    const plain = path[0] === 'id' || path[0] === 'ids';
    name(plain ? said.entity : (people.references.get(key) ?? null), value);
    const text = typeof value === 'string' && keys?.has(key) ? value.trim() : '';
    if (text === '') return;
    if (isOneOf(people, values, key, text)) equal++;
    else different++;
    telling ||= own.has(text);
  });
  if (mine) return others ? 'both' : 'person';
  return !others && telling && equal > different ? 'person' : 'others';
}

/** Where something holds a whole value that only the erased have, in a property that says who somebody is. */
export function ownValues({ identity, distinct }: PeopleModel, { own }: Erasing, said: Said): (readonly string[])[] {
  const keys = said.keys ?? (said.entity === null ? distinct : (identity.get(said.entity) ?? distinct));
  const found: (readonly string[])[] = [];
  walk(said.values, (key, value, path) => {
    if (typeof value === 'string' && keys.has(key) && own.has(value.trim())) found.push(path);
  });
  return found;
}
