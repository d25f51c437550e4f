import { Suspense, useId } from 'react';
import { Alert, Box, Button, Dialog, DialogContent, DialogTitle, Skeleton, Typography } from '@mui/material';
import { useRefresh, useTranslate, type RaRecord } from 'react-admin';
import {
  LoadProblem,
  PrivatePicture,
  useLabels,
  useRecordQueue,
  useResourceModel,
  type ActionProps,
} from 'forecourt/admin';
import { privateFileAddress } from 'forecourt/model';
import { DOCUMENT } from '../../rules/index.ts';
import { AuditForm } from './AuditForm.tsx';
import { MemberFacts } from './MemberFacts.tsx';

const WAITING = { status: DOCUMENT.pending, aside: 0 };

interface OneProps {
  readonly record: RaRecord;
  readonly onNext: () => void;
}

/** One document beside the data of its member, and the decision. */
function One({ record, onNext }: OneProps) {
  const labels = useLabels('document');
  const model = useResourceModel('document');
  return (
    <Box
      sx={{
        flex: '1 1 auto',
        minHeight: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1.7fr) minmax(280px, 1fr)' },
        gridTemplateRows: { xs: 'minmax(300px, 45vh) auto', md: 'minmax(0, 1fr)' },
      }}
    >
      <PrivatePicture
        path={privateFileAddress('document', model.entity.byName.get('url')!, record, String(record['url']))}
        name={String(record['url'])}
        alt={labels.field('url')}
        autoFocus
      />
      <Box sx={{ overflow: { md: 'auto' }, display: 'grid', gap: 2, alignContent: 'start' }}>
        <MemberFacts document={record} />
        <AuditForm model={model} record={record} onNext={onNext} />
      </Box>
    </Box>
  );
}

/** The documents that wait, one after the other, the oldest first; the next one opens by itself. */
export default function DocumentAudit({ model, action, onEnd }: ActionProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const refresh = useRefresh();
  const titleId = useId();
  const { record, waiting, loading, error, retry, next } = useRecordQueue(model, WAITING);
  const close = () => {
    refresh();
    onEnd?.();
  };
  return (
    <Dialog open fullScreen maxWidth={false} onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <span>{labels.action(action.name)}</span>
        <Typography component="span" role="status" color="text.secondary" sx={{ flex: '1 1 auto', fontSize: 14 }}>
          {!loading && translate('resources.document.texts.waiting', { smart_count: waiting })}
        </Typography>
        <Button onClick={close}>{translate('ra.action.close')}</Button>
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        {error && <LoadProblem error={error} onRetry={retry} />}
        {loading && !error && <Skeleton variant="rounded" height={320} />}
        {!loading && !error && !record && (
          <Alert severity="success">{translate('resources.document.texts.nothingWaits')}</Alert>
        )}
        {record && (
          <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
            <One key={String(record.id)} record={record} onNext={next} />
          </Suspense>
        )}
      </DialogContent>
    </Dialog>
  );
}
