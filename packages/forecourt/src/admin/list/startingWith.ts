import type { ListViewName, Resource } from '../../model/index.ts';
import type { SavedViewContent } from '../providers/session.ts';

/**
 * The resource with what its role's list begins with, in place of what its declaration says: filters, sort and view. What the user may not filter or
 * sort by is left to the declaration.
 */
export function startingWith(model: Resource, { filter, sort, view }: SavedViewContent): Resource {
  const { list } = model;
  const names = new Set(list.filters.flatMap(({ name }) => [name, `${name}Start`, `${name}End`]));
  const mayFilter = Object.keys(filter).every((name) => names.has(name));
  const maySort = sort && [...list.columns, ...list.hiddenColumns, 'id'].includes(sort.field);
  return {
    ...model,
    list: {
      ...list,
      ...(mayFilter && { filterDefaults: filter }),
      ...(maySort && { sort: [sort.field, sort.order === 'DESC' ? 'desc' : 'asc'] }),
      views: { ...list.views, ...(view && { first: view as ListViewName }) },
    },
  };
}
