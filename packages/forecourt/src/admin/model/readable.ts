import { permissionKey, type Field, type FieldRights, type Filter, type Resource } from '../../model/index.ts';
import { narrow } from './narrow.ts';

const derived = new WeakMap<Resource, Map<string, Resource>>();

/** Names of the properties that a user may not read, and of what relations among them are answered with. */
function hiddenNames({ entity, permission }: Resource, can: (key: string) => boolean): ReadonlySet<string> {
  const hidden = entity.fields.filter(
    ({ access }) => access?.read !== undefined && !can(permissionKey(permission.base, access.read)),
  );
  const names = ({ name, ref }: Field): readonly string[] => [name, ...(ref ? [ref.as, ...Object.keys(ref.with)] : [])];
  return new Set(hidden.flatMap(names));
}

function without(model: Resource, hidden: ReadonlySet<string>): Resource {
  const open = <Name extends string>(names: readonly Name[]): readonly Name[] =>
    names.filter((name) => !hidden.has(name));
  const { list } = model;
  const asks = (filter: Filter): boolean => filter.paths.some(({ steps, last }) => hidden.has(steps[0]?.field ?? last));
  const filters = list.filters.filter((filter) => !asks(filter));
  const gone = new Set(list.filters.filter(asks).flatMap(({ name }) => [name, `${name}Start`, `${name}End`]));
  const { card, calendar, board, map, tree } = list.views;
  const fieldsOf = <View extends { readonly fields: readonly string[] }>(view: View | undefined): View | undefined =>
    view && { ...view, fields: open(view.fields) };
  const saved = list.savedFilters.filter(
    ({ filter = {}, sort, columns = [] }) =>
      !Object.keys(filter).some((name) => gone.has(name)) &&
      !(sort && hidden.has(sort[0])) &&
      !columns.some((name) => hidden.has(name)),
  );
  return {
    ...model,
    list: {
      ...list,
      columns: open(list.columns),
      hiddenColumns: open(list.hiddenColumns),
      short: open(list.short),
      card: open(list.card),
      inline: open(list.inline),
      filters,
      filterDefaults: Object.fromEntries(Object.entries(list.filterDefaults).filter(([name]) => !gone.has(name))),
      sort: hidden.has(list.sort[0]) ? ['id', 'desc'] : list.sort,
      savedFilters: saved,
      tabs: list.tabs.filter((tab) => saved.some(({ key }) => key === tab)),
      views: {
        ...list.views,
        tree: fieldsOf(tree),
        card: fieldsOf(card),
        calendar: fieldsOf(
          calendar && {
            ...calendar,
            counts: calendar.counts.filter(({ filter }) => !Object.keys(filter).some((name) => gone.has(name))),
          },
        ),
        board: fieldsOf(board && { ...board, lines: board.lines.map(open) }),
        map: fieldsOf(map),
      },
    },
  };
}

/**
 * The resource as this user has it: what may not be read is no column, no filter and no part of a card, as if the schema did not have it.
 * The same object as long as the rights are the same.
 */
export function readableBy(whole: Resource, can: (key: string) => boolean, rights?: FieldRights): Resource {
  const model = narrow(whole, rights?.[whole.name]);
  const hidden = hiddenNames(model, can);
  if (hidden.size === 0) return model;
  const key = [...hidden].join(' ');
  const known = derived.get(model) ?? new Map<string, Resource>();
  derived.set(model, known);
  const found = known.get(key) ?? without(model, hidden);
  known.set(key, found);
  return found;
}
