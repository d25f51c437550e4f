import { Alert, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useFactText } from '../views/RecordName.tsx';
import type { BulkRun } from './useBulkEdit.ts';

/** How far a bulk edit is, and every record that stays as it was, with the reason. */
export function BulkEditRun({ model, run }: { model: Resource; run: BulkRun }) {
  const translate = useTranslate();
  const factText = useFactText(model);
  const progress = translate('admin.bulkEdit.progress', { done: run.done, total: run.total });
  return (
    <>
      {run.running && (
        <LinearProgress
          variant="determinate"
          value={run.total === 0 ? 0 : (run.done / run.total) * 100}
          aria-label={progress}
        />
      )}
      <Typography role="status">
        {run.running ? progress : translate('admin.bulkEdit.done', { smart_count: run.done - run.failed.length })}
      </Typography>
      {run.failed.length > 0 && (
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {translate('admin.bulkEdit.failed', { smart_count: run.failed.length })}
        </Typography>
      )}
      {run.failed.map(({ record, message }) => (
        <Alert key={record.id} severity="error">{`${factText(model.list.card[0], record)}: ${message}`}</Alert>
      ))}
    </>
  );
}
