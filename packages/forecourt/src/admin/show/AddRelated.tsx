import { useMemo, useState } from 'react';
import { Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import { Link, useCreatePath, useTranslate, type Identifier } from 'react-admin';
import type { Relation, Resource } from '../../model/index.ts';
import { LazyFormDialog } from '../form/LazyFormDialog.tsx';
import { formFields } from '../form/payload.ts';
import { KNOWN_PARAMETER } from '../form/useKnownValues.ts';
import { useCanCreate } from '../rows/NewButton.tsx';
import { useLabels } from '../values/labels.ts';

/** A new record that points here from the start: in a dialog over the detail, or on the page that its form has. */
export function AddRelated({ model, relation, id }: { model: Resource; relation: Relation; id: Identifier }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const createPath = useCreatePath();
  const allowed = useCanCreate(model);
  const [open, setOpen] = useState(false);
  const field = formFields(model).find(({ name }) => name === relation.field);
  const known = useMemo(() => (field ? { [field.name]: field.kind === 'refs' ? [id] : id } : undefined), [field, id]);
  if (!allowed || !known) return null;
  const page = model.route.create ?? model.route.edit;
  const text = translate('admin.list.create', { name: labels.one });
  if (page && !model.form.component)
    return (
      <Button
        size="small"
        startIcon={<Add />}
        component={Link}
        to={`${createPath({ resource: model.name, type: 'create' })}?${KNOWN_PARAMETER}=${encodeURIComponent(JSON.stringify(known))}`}
      >
        {text}
      </Button>
    );
  return (
    <>
      <Button size="small" startIcon={<Add />} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {open && <LazyFormDialog resource={model.name} known={known} onClose={() => setOpen(false)} />}
    </>
  );
}
