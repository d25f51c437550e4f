import { useEffect, useId, useState, type ReactNode } from 'react';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  HttpError,
  useDataProvider,
  useRefresh,
  useTranslate,
  type DataProvider,
  type Identifier,
  type RaRecord,
} from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import { QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useHoldPage } from '../page/PageQueries.tsx';
import { useCanDo } from '../runtime/runtime.tsx';
import { FieldValue } from '../values/FieldValue.tsx';
import { useLabels } from '../values/labels.ts';
import { offeredActions } from './offeredActions.ts';
import { RecordFacts } from './RecordFacts.tsx';

interface StillOfferedProps {
  readonly model: Resource;
  readonly action: Action;
  /** As the screen shows it, which may be an hour old. */
  readonly record: RaRecord;
  readonly onClose: () => void;
  /** The dialog of the action, over the record as the server has it now. */
  readonly children: (record: RaRecord) => ReactNode;
}

const [FORBIDDEN, GONE] = [403, 404] as const;
/** An answer that comes sooner opens the dialog at once, without a frame that flashes before it. */
const SLOW_MS = 150;

/** Whether what a dialog waits for has taken so long that something must be said. */
export function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

/** The record; as its list has it for who may not read it alone, and undefined for who may not do that either. */
async function readNow(
  provider: DataProvider,
  resource: string,
  id: Identifier,
  signal: AbortSignal,
): Promise<RaRecord | undefined> {
  const isForbidden = (error: unknown): boolean => error instanceof HttpError && error.status === FORBIDDEN;
  try {
    return (await provider.getOne<RaRecord>(resource, { id, signal })).data;
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
  try {
    const { data } = await provider.getMany<RaRecord>(resource, { ids: [id], signal });
    if (!data[0]) throw new HttpError('admin.error.notFound', GONE, {});
    return data[0];
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return undefined;
  }
}

/**
 * The record as it is now; as it was shown for who may not read it any more. The answer is the dialog's own: were it the page's as well, the page
 * would take the action away, and with it the dialog that says why.
 */
function useRecordNow(model: Resource, record: RaRecord) {
  const provider = useDataProvider();
  // One dialog may lead to the next, which has to ask again: the first has changed the record.
  const asker = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['record now', model.name, record.id, asker],
    queryFn: async ({ signal }) => ({ now: await readNow(provider, model.name, record.id, signal) }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const status = error instanceof HttpError ? error.status : undefined;
  const now = data && { ...record, ...data.now };
  return { now, gone: status === GONE, error, refetch };
}

/** Says that the record has changed so that the action is over, and how it stands; the screen behind is asked for again. */
function Over({
  model,
  action,
  record,
  gone,
  onClose,
}: Omit<StillOfferedProps, 'children'> & { readonly gone: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const refresh = useRefresh();
  const { stateField } = model.entity;
  const close = () => {
    refresh();
    onClose();
  };
  return (
    <QuestionDialog title={labels.action(action.name)} busy={false} width="xs" onClose={close}>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="warning">{translate(gone ? 'admin.error.notFound' : 'admin.action.over')}</Alert>
          <RecordFacts model={model} record={record} />
          {!gone && stateField !== undefined && !model.list.card.includes(stateField) && (
            <FieldValue model={model} name={stateField} record={record} />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={close} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </QuestionDialog>
  );
}

/**
 * Asks the server how the record stands before the dialog of an action lets anybody type: what a list shows may have been changed by somebody
 * else long ago. When the action is not offered any more it says so in place of the dialog. Asked once: the dialog changes the state itself.
 */
export function StillOffered({ model, action, record, onClose, children }: StillOfferedProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const canDo = useCanDo();
  const { now, gone, error, refetch } = useRecordNow(model, record);
  const [known, setKnown] = useState<RaRecord>();
  const slow = useSlow();
  useHoldPage();
  useEffect(() => {
    if (now) setKnown((first) => first ?? now);
  }, [now]);
  if (gone && !known) return <Over model={model} action={action} record={record} gone onClose={onClose} />;
  if (known && offeredActions(model, known, canDo).some(({ name }) => name === action.name)) return children(known);
  if (known) return <Over model={model} action={action} record={known} gone={false} onClose={onClose} />;
  if (!slow && !error) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      onClick={(event) => event.stopPropagation()}
      slotProps={{ paper: { 'aria-label': labels.action(action.name) } }}
    >
      <Box sx={{ p: 3 }}>
        {error ? (
          <LoadProblem error={error} onRetry={() => void refetch()} />
        ) : (
          <Box role="status" aria-label={translate('admin.loading')}>
            {Array.from({ length: 3 }, (_, row) => (
              <Skeleton key={row} variant="rounded" height={48} sx={{ mb: 2 }} />
            ))}
          </Box>
        )}
      </Box>
    </Dialog>
  );
}
