import { Box, DialogContent, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate, type Identifier, type RaRecord } from 'react-admin';
import { holds, type Action, type Resource } from '../../model/index.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import AskDialog from './AskDialog.tsx';
import { SelectedFacts } from './SelectedFacts.tsx';
import { useSlow } from './StillOffered.tsx';
import { useAction } from './useAction.ts';

interface BulkQuestionProps {
  readonly model: Resource;
  readonly action: Action;
  readonly ids: readonly Identifier[];
  readonly onDone: () => void;
  /** Given up, or refused. */
  readonly onClose: () => void;
}

/** The selected rows as they are now: what a list shows may be old, and some may be on another page of it. */
function useSelectedRows(model: Resource, ids: readonly Identifier[]) {
  const provider = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['selected now', model.name, ids],
    queryFn: async ({ signal }) => (await provider.getMany<RaRecord>(model.name, { ids: [...ids], signal })).data,
    // The question and what it says of the rows stay as they were when it was asked.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { rows: data, error, refetch };
}

/** Asks before an action is done with several rows: how many they are, which, and what they come to. Rows that it is not for are left out. */
export default function BulkQuestion({ model, action, ids, onDone, onClose }: BulkQuestionProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const { rows, error, refetch } = useSelectedRows(model, ids);
  const fitting = rows?.filter((row) => holds(action.when, row)) ?? [];
  const asksFields = (action.ask ?? []).length > 0;
  const { busy, errors, refusal, run } = useAction(model, action, {
    ids: fitting.map(({ id }) => id),
    quiet: asksFields,
    nameOf: (id) => {
      const row = rows?.find((one) => one.id === id);
      return row && recordTitle(model, row);
    },
  });
  const verb = labels.action(action.name);
  const slow = useSlow();
  if (!rows && !slow && !error) return null;
  if (!rows)
    return (
      <QuestionDialog title={verb} busy={false} onClose={onClose}>
        <DialogContent>
          {error ? (
            <LoadProblem error={error} onRetry={() => void refetch()} />
          ) : (
            <Box role="status" aria-label={translate('admin.loading')}>
              <Skeleton variant="rounded" height={120} />
            </Box>
          )}
        </DialogContent>
      </QuestionDialog>
    );
  const facts = <SelectedFacts model={model} action={action} rows={fitting} left={ids.length - fitting.length} />;
  if (asksFields)
    return (
      <AskDialog
        {...{ model, action, busy, errors, refusal, onDone, onClose }}
        about={facts}
        disabled={fitting.length === 0}
        onConfirm={run}
      />
    );
  return (
    <ConfirmDialog
      open
      title={translate(`resources.${model.name}.confirm.${action.name}`, { _: translate('admin.action.confirm') })}
      verb={verb}
      danger={action.danger}
      busy={busy}
      disabled={fitting.length === 0}
      onConfirm={() => void run().then((done) => (done ? onDone() : onClose()))}
      onClose={onClose}
    >
      {facts}
    </ConfirmDialog>
  );
}
