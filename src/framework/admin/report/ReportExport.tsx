import { useState } from 'react';
import { Button } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { saveBlob } from '../values/saveBlob.ts';

/** The report as it stands, as a spreadsheet. */
export function ReportExport({ path, query }: { path: string; query: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider<AdminDataProvider>();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { data, name } = await provider.download(`${path}/export`, { ...query, format: 'xlsx' });
      saveBlob(data, name);
      notify('admin.export.done', { type: 'success' });
    } catch (error) {
      const { message } = error as Error;
      notify(`${translate('admin.export.failed')}\n${translate(message, { _: message })}`, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} startIcon={<FileDownloadOutlined />} onClick={() => void download()}>
      {translate('ra.action.export')}
    </Button>
  );
}
