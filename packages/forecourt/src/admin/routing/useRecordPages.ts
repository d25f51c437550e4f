import { useMemo } from 'react';
import { useTranslate, type Identifier } from 'react-admin';
import { humanise, permissionKey, type RecordPageDeclaration } from '../../model/index.ts';
import { useAdminRuntime, useResourceEntry, useSessionInfo } from '../runtime/runtime.tsx';
import { routeTitle } from '../model/documentedUrls.ts';

/** A further page of a record, as a link to it. */
interface RecordPageLink {
  readonly page: RecordPageDeclaration;
  readonly label: string;
  to(id: Identifier): string;
}

/** The further pages of a resource's records that this user may open, in their declared order. */
export function useRecordPages(resource: string): readonly RecordPageLink[] {
  const { pages, permission } = useResourceEntry(resource);
  const { session } = useAdminRuntime();
  const info = useSessionInfo();
  const translate = useTranslate();
  return useMemo(
    () =>
      pages
        // `info` changes whenever the rights do.
        .filter(({ permission: word = 'edit' }) => info && session.can(permissionKey(permission, word)))
        .map((page) => ({
          page,
          label: translate(routeTitle(page.path), {
            _: humanise(page.path.split('/').findLast((part) => !part.startsWith(':')) ?? ''),
          }),
          to: (id) => page.path.replace(':id', String(id)),
        })),
    [pages, permission, session, info, translate],
  );
}
