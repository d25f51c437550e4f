import { lazy, Suspense, useState } from 'react';
import { Button } from '@mui/material';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

/** Opens the import of a resource; its dialog is loaded then and not before. */
export function ImportButton({ model, path }: { model: Resource; path: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} startIcon={<FileUploadOutlined />} aria-haspopup="dialog">
        {translate('admin.action.import')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog model={model} path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
