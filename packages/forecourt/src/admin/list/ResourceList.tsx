import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { Box } from '@mui/material';
import { ListBase } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { Resource } from '../../model/index.ts';
import { ColumnsChoice } from '../columns/ColumnsChoice.tsx';
import { useColumns } from '../columns/useColumns.ts';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { useAdminRuntime, useResourceModel, useSessionInfo } from '../runtime/runtime.tsx';
import { ACTION_PARAMETER } from '../model/documentedUrls.ts';
import type { ResourcePageProps } from '../page/pageProps.ts';
import { useFormParameter } from '../routing/useFormParameter.ts';
import { ListOnScreen } from '../routing/useRecordLink.ts';
import { useRowsMeta } from '../rows/useRowsMeta.ts';
import { useListView } from '../views/useListView.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListBody } from './ListBody.tsx';
import { ListHeader } from './ListHeader.tsx';
import { listSort, ROWS_A_PAGE, storedParams, startOf } from './listRequest.ts';
import { recallRows, rememberRows } from './rememberedRows.ts';

const AddressedAction = lazy(async () => ({
  default: (await import('../actions/AddressedAction.tsx')).AddressedAction,
}));

// Few lists have them.
const ListTabs = lazy(() => import('./ListTabs.tsx'));
/** What tabs take up, so that nothing moves when they come. */
const TABS_HEIGHT = 49;

/** Targets are as high as a thumb there; what lies between them is what rows would begin lower for. */
const ON_A_PHONE_IN_HAND = '@media (pointer: coarse) and (max-width: 575.95px)';

/** Props of `ResourceList`. */
export interface ResourceListProps extends ResourcePageProps {
  /** Fixed filter beside what the user chooses (a tab, a parent record). */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Keeps filters, page and column choice of several lists of one resource apart. */
  readonly storeKey?: string;
  /** Between title and filters: tabs, totals. */
  readonly above?: ReactNode;
  /** Further buttons beside the primary one. */
  readonly extraActions?: ReactNode;
  /** The record that all rows point at by this relation: neither columns nor filters nor forms say it again. */
  readonly parent?: { readonly field: string; readonly id: number };
  /** Heading; the name of the resource without it. */
  readonly title?: string;
}

/** The form over the list, for resources whose form has no address of its own. */
function DialogOverList({ model, parent }: { model: Resource; parent: ResourceListProps['parent'] }) {
  const { form, close } = useFormParameter();
  const known = useMemo(() => parent && { [parent.field]: parent.id }, [parent]);
  if (form === undefined) return null;
  // Another record in the address is another form.
  return (
    <LazyFormDialog
      key={form}
      resource={model.name}
      id={form === 'new' ? undefined : form}
      known={known}
      settled={known && Object.keys(known)}
      onClose={close}
    />
  );
}

/** A resource as its list below one record shows it: without the relation to that record. */
function belowParent(model: Resource, field: string): Resource {
  const alike = [field, model.entity.byName.get(field)?.ref?.as];
  const others = (names: readonly string[]) => names.filter((name) => !alike.includes(name));
  const { list } = model;
  return {
    ...model,
    list: {
      ...list,
      columns: others(list.columns),
      hiddenColumns: others(list.hiddenColumns),
      card: others(list.card),
      filters: list.filters.filter(({ name }) => name !== field),
    },
  };
}

/**
 * The generated list of a resource: filters, columns, actions and states made from the model. Pages of the application use it
 * too, with a fixed filter or tabs above it.
 */
export default function ResourceList({
  resource,
  filter: given,
  storeKey,
  above,
  extraActions,
  parent,
  title,
}: ResourceListProps) {
  const whole = useResourceModel(resource);
  const views = useSessionInfo()?.views;
  const by = parent?.field;
  const model = useMemo(() => {
    if (by !== undefined) return belowParent(whole, by);
    // A list with a filter or tabs of its page's own is another one than the one that a role was given.
    return given || storeKey ? whole : startOf(whole, views);
  }, [whole, by, given, storeKey, views]);
  const filter = useMemo(() => (parent ? { ...given, [parent.field]: parent.id } : given), [given, parent]);
  const { storage } = useAdminRuntime();
  const key = storeKey ?? (by === undefined ? resource : `${resource}.${by}`);
  // Rows and filters of one parent are not those of the next; how they are shown is.
  const remembers = parent === undefined;
  const [lastRows] = useState(() => (remembers ? recallRows(storage, key) : undefined));
  const { view, paged } = useListView(model, key);
  const { shown } = useColumns(model, key);
  const meta = useRowsMeta(model, view, shown);
  const begins = useSearchParams()[0].has(ACTION_PARAMETER) && parent === undefined;
  const queryOptions = useMemo(
    () => ({
      meta,
      // Other views ask for rows of their own.
      enabled: paged,
      placeholderData: (previous: unknown) => (paged ? (previous ?? lastRows) : undefined),
      onSuccess: (page: { data: never[]; total?: number }) => remembers && rememberRows(storage, key, page),
      // Shown in place, with a way to try again.
      onError: () => undefined,
    }),
    [storage, key, lastRows, paged, remembers, meta],
  );
  const [selecting, setSelecting] = useState(false);
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
      storeKey={parent ? false : storedParams(key)}
      debounce={300}
      // The route is guarded already; waiting for a second answer would only delay the first row.
      disableAuthentication
      queryOptions={queryOptions as object}
    >
      <ListOnScreen value={resource}>
        <Box
          sx={{
            p: { xs: 2, sm: 3 },
            pt: { xs: 1, sm: 3 },
            display: 'flex',
            flexDirection: 'column',
            gap: { xs: 1, sm: 2 },
            [ON_A_PHONE_IN_HAND]: { pt: 0.5, gap: 0.5 },
            minWidth: 0,
          }}
        >
          <ListHeader
            model={model}
            storeKey={key}
            extraActions={extraActions}
            title={title}
            selecting={selecting}
            onSelecting={setSelecting}
          />
          {model.list.tabs.length > 0 && parent === undefined && (
            <Suspense fallback={<Box sx={{ height: TABS_HEIGHT }} />}>
              <ListTabs model={model} />
            </Suspense>
          )}
          {above}
          <FilterBar model={model} end={columns} />
          <ListBody model={model} storeKey={key} onSelected={selecting ? () => setSelecting(false) : undefined} />
        </Box>
      </ListOnScreen>
      <DialogOverList model={model} parent={parent} />
      {begins && (
        <Suspense fallback={null}>
          <AddressedAction model={model} />
        </Suspense>
      )}
    </ListBase>
  );
}
