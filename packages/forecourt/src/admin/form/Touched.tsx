import { useCallback, useState, type ReactNode } from 'react';
import { Alert, Box, Link as MuiLink } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useCreatePath, useDataProvider, useTranslate, type Identifier, type RaRecord } from 'react-admin';
import { touchedByAction, touchedBySaving, touchedFilter, type Resource, type TouchedList } from '../../model/index.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { useCanDo } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';

interface Counted extends TouchedList {
  readonly total: number;
}

type Count = (lists: readonly TouchedList[], id: Identifier) => Promise<readonly Counted[]>;

/** Counts the rows of lists that this user may open; those without any are left out. */
function useCounts(): Count {
  const provider = useDataProvider();
  const canDo = useCanDo();
  return useCallback(
    async (lists, id) => {
      const counted = await Promise.all(
        lists
          .filter(({ resource }) => canDo(resource, 'list'))
          .map(async (list) => {
            const filter = touchedFilter(list, id);
            const { total = 0 } = await provider.getList(list.resource, {
              filter,
              pagination: { page: 1, perPage: 1 },
              sort: { field: 'id', order: 'ASC' },
            });
            return { ...list, filter, total };
          }),
      );
      return counted.filter(({ total }) => total > 0);
    },
    [provider, canDo],
  );
}

/** What there is, a line a list, each a link to its rows in a window of its own: what was typed here stays. */
function TouchedRows({ model, found }: { model: Resource; found: readonly Counted[] }) {
  useLabels(model.name);
  const translate = useTranslate();
  const createPath = useCreatePath();
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {found.map(({ key, resource, filter, total }) => (
        <li key={key}>
          <MuiLink
            component={Link}
            target="_blank"
            rel="noopener"
            to={`${createPath({ resource, type: 'list' })}?filter=${encodeURIComponent(JSON.stringify(filter))}`}
          >
            {translate(`resources.${model.name}.touches.${key}`)}
          </MuiLink>
          {': '}
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {total}
          </Box>
        </li>
      ))}
    </Box>
  );
}

/** What an action concerns beside its record (`touches`), in its question; nothing where there is nothing. */
export function TouchedByAction({ model, action, id }: { model: Resource; action: string; id: Identifier }) {
  const translate = useTranslate();
  const count = useCounts();
  const lists = touchedByAction(model, action);
  const { data = [], error } = useQuery({
    queryKey: ['touches', model.name, action, id],
    queryFn: () => count(lists, id),
    enabled: lists.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (error) return <Alert severity="warning">{error.message}</Alert>;
  if (data.length === 0) return null;
  return (
    <Alert severity="info" role="status" sx={{ mt: 1 }}>
      {translate('admin.touches.text')}
      <TouchedRows model={model} found={data} />
    </Alert>
  );
}

interface TouchQuestion {
  /** Whether these values may be saved: at once where nobody is concerned, else as somebody answers. */
  readonly ask: (values: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly question: ReactNode;
}

/** Asks before a form saves a change that others feel (`touches`). */
export function useTouchQuestion(model: Resource, record: RaRecord | undefined): TouchQuestion {
  const translate = useTranslate();
  const count = useCounts();
  const [asked, setAsked] = useState<{ found: readonly Counted[]; answer: (yes: boolean) => void }>();
  const ask = useCallback<TouchQuestion['ask']>(
    async (values) => {
      const lists = record ? touchedBySaving(model, record, values) : [];
      if (!record || lists.length === 0) return true;
      // Who cannot be told how many there are is not kept from saving: the server decides.
      const found = await count(lists, record.id).catch((): Counted[] => []);
      if (found.length === 0) return true;
      return new Promise<boolean>((answer) => setAsked({ found, answer }));
    },
    [model, record, count],
  );
  const close = (yes: boolean) => {
    asked?.answer(yes);
    setAsked(undefined);
  };
  const question = asked && (
    <ConfirmDialog
      open
      title={translate('admin.touches.title')}
      verb={translate('ra.action.save')}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      {translate('admin.touches.text')}
      <TouchedRows model={model} found={asked.found} />
    </ConfirmDialog>
  );
  return { ask, question };
}
