import { useState } from 'react';
import { Alert, DialogContent, Skeleton, Typography } from '@mui/material';
import { useDataProvider, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { QuestionButtons, QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { refusalOf, type Refusal } from '../providers/refusal.ts';
import { useLabels } from '../values/labels.ts';
import { ChangeList } from './ChangeList.tsx';
import { addressOf, useDifference, type HistoryEntry } from './useHistory.ts';

/** Says what would change and what would stay, and restores on confirmation. A refusal is shown field by field; a conflict shows the new difference. */
export function RestoreDialog({
  model,
  id,
  entry,
  onClose,
}: {
  model: Resource;
  id: Identifier;
  entry: HistoryEntry;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const { data, isPending, error, refetch } = useDifference(model, id, entry.id);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | undefined>();

  const restore = async (updateTime: string) => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { message } = await provider.call('POST', `${addressOf(model, id, entry.id)}/restore`, { updateTime });
      notify(message, { type: 'success' });
      refresh();
      onClose();
    } catch (failure) {
      const refusal = refusalOf(failure);
      setRefused(refusal);
      if (refusal.status === 409) await refetch();
    } finally {
      setBusy(false);
    }
  };

  /** `lines.0.price` belongs to what is called by its first part. */
  const labelOf = (path: string): string => labels.field(path.split('.')[0]!);
  const refusals = Object.entries(refused?.errors ?? {});
  const nothing = data?.changes.length === 0;
  return (
    <QuestionDialog title={translate('admin.history.confirm', { time: entry.time })} busy={busy} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {refused && (
          <Alert severity="error">
            {refusals.length === 0 ? refused.message : translate('admin.history.refused')}
            {refusals.map(([path, message]) => (
              <div key={path}>{`${labelOf(path)}: ${message}`}</div>
            ))}
          </Alert>
        )}
        {isPending && <Skeleton variant="rounded" height={80} />}
        {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
        {nothing && <Typography>{translate('admin.history.same')}</Typography>}
        {data && !nothing && (
          <>
            <Typography>{translate('admin.history.changes')}</Typography>
            <ChangeList model={model} changes={data.changes} />
          </>
        )}
        {data && data.left.length > 0 && (
          <Alert severity="info">
            {translate('admin.history.left')}
            {data.left.map(({ field, reason }) => (
              <div key={field}>{`${labels.field(field)}: ${translate(`admin.history.reason.${reason}`)}`}</div>
            ))}
          </Alert>
        )}
      </DialogContent>
      <QuestionButtons
        verb={translate('admin.history.restore')}
        busy={busy}
        disabled={!data || nothing}
        focus="back"
        onBack={onClose}
        onVerb={() => data && void restore(data.updateTime)}
      />
    </QuestionDialog>
  );
}
