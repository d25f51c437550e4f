import type { QueryFunctionContext } from '@tanstack/react-query';
import type { GetListParams, GetListResult } from 'react-admin';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import type { RowsMeta } from '../rows/rowFields.ts';

type Asked = Required<Pick<GetListParams, 'pagination' | 'sort' | 'filter'>>;

/**
 * A page of a list as react-admin asks for it, for views that ask for several at once. Under react-admin's own key: what makes its lists
 * stale makes these stale.
 */
export const rowsQuery = (provider: AdminDataProvider, resource: string, asked: Asked, meta: RowsMeta | undefined) => {
  const params = { ...asked, meta };
  return {
    queryKey: [resource, 'getList', params],
    queryFn: ({ signal }: QueryFunctionContext): Promise<GetListResult> =>
      provider.getList(resource, { ...params, signal }),
    retry: false,
  };
};

/** Whether the server stopped counting before the end. */
export const isAtLeast = (result: Pick<GetListResult, 'meta'> | undefined): boolean =>
  (result?.meta as { totalAtLeast?: boolean } | undefined)?.totalAtLeast === true;
