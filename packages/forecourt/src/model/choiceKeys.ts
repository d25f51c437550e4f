import type { Dashboard, Entity, Model, Resource } from './model.ts';
import { isEdited, openingKeys } from './opening.ts';
import { permissionKey } from './permissionKey.ts';
import type { PropertySchema } from './schema.ts';

/** Every signed-in user. */
const SESSION = 'session';

/** Relations in a property, documents within it included. */
function refsIn({ 'x-ref': ref, items, properties = {} }: PropertySchema): string[] {
  const inner = [...(items ? [items] : []), ...Object.values(properties)];
  return [...(ref ? [ref.resource] : []), ...inner.flatMap(refsIn)];
}

/** Relations inside documents: screens show their titles through the choices. */
const refsInside = (schema: PropertySchema): string[] => refsIn({ ...schema, 'x-ref': undefined });

/** Relations that the form offers, those of child records that are entered with their parent included. */
function refsOfForm(model: Model, { entity, form }: Resource): string[] {
  const named = new Set(form.groups.flatMap(({ fields }) => fields));
  const own = entity.fields.filter(({ name, readOnly }) => named.has(name) && !readOnly);
  const children = entity.many
    .filter(({ name }) => named.has(name))
    .flatMap(({ resource }) => model.entities.get(resource)?.fields.filter(({ readOnly }) => !readOnly) ?? []);
  const helpers = form.groups.flatMap(({ helper }) => (helper ? [helper.resource] : []));
  return [...[...own, ...children].flatMap(({ schema }) => refsIn(schema)), ...helpers];
}

const refsOfFields = ({ byName }: Entity, names: readonly string[], refs: (schema: PropertySchema) => string[]) =>
  names.flatMap((name) => {
    const field = byName.get(name);
    return field ? refs(field.schema) : [];
  });

/** What the screens of a resource offer, each with the keys that open it. */
function offeredBy(model: Model, resource: Resource): [keys: readonly string[], offered: readonly string[]][] {
  const { entity, permission, list, show, form, report, actions, pages, api, dialect } = resource;
  const key = (word: string): string => permissionKey(permission, word);
  const creates = !entity.log && (dialect === 'simple-rest' || api.save !== undefined);
  const saving = [...(creates ? [key('add')] : []), ...(isEdited(resource) ? [key('edit')] : [])];
  const inPages = pages.flatMap(({ groups = [], permission: word = 'edit' }) => {
    const fields = form.groups.filter(({ key: group }) => groups.includes(group)).flatMap((group) => group.fields);
    return [[[key(word)], refsOfFields(entity, fields, refsIn)] as [string[], string[]]];
  });
  const filters = [...list.filters, ...(report?.filters ?? [])].filter(({ hidden }) => !hidden);
  return [
    [saving, refsOfForm(model, resource)],
    [[permission.route], filters.flatMap(({ ref }) => ref ?? [])],
    [[permission.route], refsOfFields(entity, [...list.columns, ...list.hiddenColumns], refsInside)],
    [[key('edit')], refsOfFields(entity, list.inline, refsIn)],
    [
      openingKeys(resource),
      refsOfFields(
        entity,
        show.groups.flatMap(({ fields }) => fields),
        refsInside,
      ),
    ],
    ...actions.map(({ keys, ask = [] }): [readonly string[], string[]] => [keys, refsOfFields(entity, ask, refsIn)]),
    ...inPages,
  ];
}

/** A page of figures can be narrowed to one scope record. */
const keysOfFigures = ({ permission }: Dashboard): readonly string[] => [permission ?? SESSION].flat();

const known = new WeakMap<Model, ReadonlyMap<string, 'session' | readonly string[]>>();

function allChoiceKeys(model: Model): ReadonlyMap<string, 'session' | readonly string[]> {
  const found = known.get(model);
  if (found) return found;
  const keys = new Map<string, Set<string>>();
  const open = (name: string, by: readonly string[]): void => {
    const all = keys.get(name) ?? new Set();
    for (const one of by) all.add(one);
    keys.set(name, all);
  };
  for (const resource of model.resources.values()) {
    open(resource.name, [resource.permission.route, ...[resource.permission.options ?? []].flat()]);
    for (const [by, offered] of offeredBy(model, resource)) for (const name of offered) open(name, by);
  }
  const { scopeEntity } = model;
  if (scopeEntity !== undefined) for (const page of model.dashboards) open(scopeEntity, keysOfFigures(page));
  const all = new Map([...keys].map(([name, of]) => [name, of.has(SESSION) ? SESSION : [...of].sort()] as const));
  known.set(model, all);
  return all;
}

/**
 * Keys of which any opens the choices of a resource: that of its list, those of every form, filter, dialog and page that offers them, and those
 * that `permission.options` adds. `session` only where that says so, or a page of figures that everybody opens offers them.
 */
export const choiceKeys = (model: Model, { name }: Resource): 'session' | readonly string[] =>
  allChoiceKeys(model).get(name) ?? [];
