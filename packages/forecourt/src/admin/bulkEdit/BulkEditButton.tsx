import { lazy, Suspense, useState } from 'react';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useCanEdit } from '../actions/RowActions.tsx';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { bulkFields } from './bulkFields.ts';

const BulkEditDialog = lazy(() => import('./BulkEditDialog.tsx'));

/** Whether this user can give several records of the resource the same value of some field. */
export function useCanBulkEdit(model: Resource): boolean {
  const { session } = useAdminRuntime();
  return useCanEdit(model) && bulkFields(model, session.can).length > 0;
}

/** Changes one field of the selected rows. */
export function BulkEditButton({ model }: { model: Resource }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {translate('admin.bulkEdit.button')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <BulkEditDialog model={model} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
