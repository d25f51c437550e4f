import { Button } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useTranslate } from 'react-admin';
import { useDownload } from '../list/useDownload.ts';

/** The report as it stands, as a spreadsheet. */
export function ReportExport({ path, query }: { path: string; query: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate();
  const { busy, download } = useDownload();
  const start = () => void download(`${path}/export`, { ...query, format: 'xlsx' });
  return (
    <Button size="small" loading={busy} startIcon={<FileDownloadOutlined />} onClick={start}>
      {translate('ra.action.export')}
    </Button>
  );
}
