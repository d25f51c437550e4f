import { useCallback } from 'react';
import { documentedTarget, useAdminRuntime, useCanDo } from '../admin/index.ts';

/** Address of a list under a filter. */
export const filteredList = (list: string, filter: Readonly<Record<string, string>>): string =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Where a record is opened: its detail, its form, or the list that shows nothing but it, as far as the user may. */
export function useRecordTarget(): (resource: string, id: number, title?: string) => string | undefined {
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  return useCallback(
    (resource, id, title) => {
      const entry = model.entries.get(resource);
      if (!entry) return undefined;
      const { route, readOnly } = entry;
      if (route.show && canDo(resource, 'show')) return documentedTarget(model.entries, `/${resource}/${id}/show`);
      if (!readOnly && canDo(resource, 'edit')) return documentedTarget(model.entries, `/${resource}/${id}`);
      return route.list && title !== undefined ? filteredList(route.list, { keyword: title }) : route.list;
    },
    [model, canDo],
  );
}
