import { Button } from '@mui/material';
import { useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useUndelete } from './useUndelete.ts';

/** Brings back what was soft-deleted: one row, of which `since` says since when, or the selected ones; `onEnd` is told what stays deleted. */
export default function UndeleteButton({
  model,
  ids,
  since,
  onEnd,
}: {
  model: Resource;
  ids: readonly Identifier[];
  since?: string;
  onEnd?: (left: readonly Identifier[]) => void;
}) {
  const translate = useTranslate();
  const { busy, undelete } = useUndelete(model);
  return (
    <Button
      size="small"
      loading={busy}
      title={since && translate('admin.undelete.since', { time: since })}
      aria-label={since && translate('admin.undelete.one', { id: ids[0] })}
      onClick={() => void undelete(ids).then(onEnd)}
    >
      {translate('admin.undelete.row')}
    </Button>
  );
}
