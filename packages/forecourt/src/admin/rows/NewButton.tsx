import { Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import { Link, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';

/** Whether a new record can be made here by this user. */
export function useCanCreate(model: Resource): boolean {
  const canDo = useCanDo();
  const { api, dialect } = model;
  return !model.entity.log && (dialect === 'simple-rest' || api.save !== undefined) && canDo(model.name, 'create');
}

/** The primary action of a list: a new record, on its page or in the dialog over this list. */
export function NewButton({ model }: { model: Resource }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const link = useRecordLink(model.name);
  return (
    <Button variant="contained" size="small" startIcon={<Add />} component={Link} to={link('create')}>
      {translate('admin.list.create', { name: labels.one })}
    </Button>
  );
}
