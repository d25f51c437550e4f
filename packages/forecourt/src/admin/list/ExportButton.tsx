import { useId, useState } from 'react';
import { Button, CircularProgress, Divider, ListItemText, Menu, MenuItem } from '@mui/material';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useListContext, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useColumns } from '../columns/useColumns.ts';
import type { ExportForm } from './exportRequest.ts';
import { useDownload } from './useDownload.ts';

const FORMS: readonly ExportForm[] = [
  { format: 'xlsx', values: 'labels' },
  { format: 'csv', values: 'labels' },
  { format: 'xlsx', values: 'raw' },
  { format: 'csv', values: 'raw' },
];

interface ExportButtonProps {
  readonly model: Resource;
  readonly path: string;
  readonly storeKey: string;
}

/**
 * Asks the server for a file of all rows that the list's filters and sort choose, with the columns it shows; never assembles one from
 * pages. The form for import has every property that an import takes.
 */
export function ExportButton({ model, path, storeKey }: ExportButtonProps) {
  const translate = useTranslate();
  const { filter, filterValues, sort } = useListContext();
  const filters = { ...(filter as object | undefined), ...filterValues };
  const { shown } = useColumns(model, storeKey);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { busy, download } = useDownload();
  const menuId = useId();

  const start = async (form: ExportForm) => {
    setAnchor(null);
    const { exportRequest } = await import('./exportRequest.ts');
    return download(path, exportRequest(model, form, filters, sort, shown), `${model.name}.${form.format}`);
  };

  return (
    <>
      <Button
        size="small"
        onClick={(event) => setAnchor(event.currentTarget)}
        disabled={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        startIcon={busy ? <CircularProgress size={16} color="inherit" /> : <FileDownloadOutlined />}
      >
        {translate('ra.action.export')}
      </Button>
      {anchor && (
        <Menu id={menuId} anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {FORMS.flatMap((form, index) => [
            form.values === 'raw' && FORMS[index - 1]?.values === 'labels' ? <Divider key="raw" /> : null,
            <MenuItem key={`${form.format}.${form.values}`} onClick={() => void start(form)}>
              <ListItemText
                primary={translate(`admin.export.${form.format}`)}
                secondary={form.values === 'raw' ? translate('admin.export.raw') : undefined}
              />
            </MenuItem>,
          ])}
        </Menu>
      )}
    </>
  );
}
