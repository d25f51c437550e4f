import { Button, CircularProgress } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useColumns } from '../columns/useColumns.ts';
import { exportRequest } from './exportRequest.ts';
import { useDownload } from './useDownload.ts';

/** A file of the selected rows, with the columns and in the order that the list shows. */
export function ExportSelected({ model, path, storeKey }: { model: Resource; path: string; storeKey: string }) {
  const translate = useTranslate();
  const { selectedIds, sort } = useListContext();
  const { shown } = useColumns(model, storeKey);
  const { busy, download } = useDownload();
  const ids = model.dialect === 'simple-rest' ? { id: selectedIds } : { ids: selectedIds.join(',') };
  const request = exportRequest(model, { format: 'xlsx', values: 'labels' }, ids, sort, shown);
  return (
    <Button
      size="small"
      disabled={busy}
      startIcon={busy ? <CircularProgress size={16} color="inherit" /> : undefined}
      onClick={() => void download(path, request, `${model.name}.xlsx`)}
    >
      {translate('admin.bulk.export')}
    </Button>
  );
}
