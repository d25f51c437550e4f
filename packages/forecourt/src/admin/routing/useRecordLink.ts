import { createContext, use, useCallback } from 'react';
import { useCreatePath, type Identifier } from 'react-admin';
import { useLocation } from 'react-router';
import { useResourceEntry } from '../runtime/runtime.tsx';
import { FORM_PARAMETER } from '../model/documentedUrls.ts';

/** Resource of the list that is on screen, at whatever address: its forms open over it. */
export const ListOnScreen = createContext<string | undefined>(undefined);

/**
 * Where a record's form or detail is. A form without an address of its own opens over the list that is on screen, whose filters and
 * page stay in the address.
 */
export function useRecordLink(resource: string): (type: 'create' | 'edit' | 'show', id?: Identifier) => string {
  const { route } = useResourceEntry(resource);
  const createPath = useCreatePath();
  const { pathname, search } = useLocation();
  const overList = use(ListOnScreen) === resource;
  return useCallback(
    (type, id) => {
      const page =
        route[type] ?? (type === 'create' && route.edit && !route.edit.includes(':id') ? route.edit : undefined);
      if (type === 'show' || page || !(overList || pathname === route.list)) return createPath({ resource, type, id });
      const parameters = new URLSearchParams(search);
      parameters.set(FORM_PARAMETER, type === 'create' ? 'new' : String(id));
      return `${pathname}?${parameters}`;
    },
    [route, createPath, pathname, search, resource, overList],
  );
}
