import { useMemo, useState, type ReactNode } from 'react';
import { Box } from '@mui/material';
import { ListBase } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { ColumnsChoice } from '../columns/ColumnsChoice.tsx';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useAdminRuntime, useResourceModel } from '../runtime/runtime.tsx';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { useFormParameter } from '../routing/useFormParameter.ts';
import { useListView } from '../views/useListView.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListBody } from './ListBody.tsx';
import { ListHeader } from './ListHeader.tsx';
import { listSort, ROWS_A_PAGE, storedParams } from './listRequest.ts';
import { recallRows, rememberRows } from './rememberedRows.ts';

export interface ResourceListProps extends ResourcePageProps {
  /** Fixed filter beside what the user chooses (a tab, a parent record). */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Keeps filters, page and column choice of several lists of one resource apart. */
  readonly storeKey?: string;
  /** Between title and filters: tabs, totals. */
  readonly above?: ReactNode;
  /** Further buttons beside the primary one. */
  readonly extraActions?: ReactNode;
}

/** The form over the list, for resources whose form has no address of its own. */
function DialogOverList({ model }: { model: Resource }) {
  const { form, close } = useFormParameter();
  if (form === undefined) return null;
  // Another record in the address is another form.
  return <LazyFormDialog key={form} resource={model.name} id={form === 'new' ? undefined : form} onClose={close} />;
}

/**
 * The generated list of a resource: filters, columns, actions and states made from the model. Pages of the application use it
 * too, with a fixed filter or tabs above it.
 */
export default function ResourceList({ resource, filter, storeKey, above, extraActions }: ResourceListProps) {
  const model = useResourceModel(resource);
  const { storage } = useAdminRuntime();
  const key = storeKey ?? resource;
  const [lastRows] = useState(() => recallRows(storage, key));
  const { view, paged } = useListView(model, key);
  const queryOptions = useMemo(
    () => ({
      // Other views ask for rows of their own.
      enabled: paged,
      placeholderData: (previous: unknown) => (paged ? (previous ?? lastRows) : undefined),
      onSuccess: (page: { data: never[]; total?: number }) => rememberRows(storage, key, page),
      // Shown in place, with a way to try again.
      onError: () => undefined,
    }),
    [storage, key, lastRows, paged],
  );
  const columns = useMemo(
    () => <ColumnsChoice model={model} storeKey={key} shown={view === 'table'} />,
    [model, key, view],
  );

  return (
    <ListBase
      resource={resource}
      sort={listSort(model)}
      perPage={ROWS_A_PAGE}
      filter={filter}
      filterDefaultValues={model.list.filterDefaults}
      storeKey={storedParams(key)}
      debounce={300}
      // The route is guarded already; waiting for a second answer would only delay the first row.
      disableAuthentication
      queryOptions={queryOptions as object}
    >
      <Box sx={{ p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
        <ListHeader model={model} storeKey={key} extraActions={extraActions} />
        {above}
        <FilterBar model={model} end={columns} />
        <ListBody model={model} storeKey={key} />
      </Box>
      <DialogOverList model={model} />
    </ListBase>
  );
}
