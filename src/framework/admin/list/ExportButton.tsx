import { useState } from 'react';
import { Button, CircularProgress } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useDataProvider, useListContext, useNotify, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { saveBlob } from './saveBlob.ts';

/** Asks the server for a file of all rows that the list's filters and sort choose; never assembles one from pages. */
export function ExportButton({ model, path }: { model: Resource; path: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider<AdminDataProvider>();
  const { filterValues, sort } = useListContext();
  const [busy, setBusy] = useState(false);

  const download = async () => {
    setBusy(true);
    try {
      const { data, name } = await provider.download(path, {
        ...filterValues,
        sortField: sort.field,
        sortOrder: sort.order === 'DESC' ? 'descend' : 'ascend',
      });
      saveBlob(data, name || `${model.name}.csv`);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button
      size="small"
      onClick={download}
      disabled={busy}
      startIcon={busy ? <CircularProgress size={16} color="inherit" /> : <FileDownloadOutlined />}
    >
      {translate('ra.action.export')}
    </Button>
  );
}
