import { useId, useState } from 'react';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  MenuItem,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Form, useDataProvider, useListContext, useNotify, useTranslate, type Identifier } from 'react-admin';
import type { Field, Resource } from '../../model/index.ts';
import { QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { FieldInput } from '../form/FieldInput.tsx';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { emptyOf } from '../form/payload.ts';
import { useLeaveTyped } from '../form/leaving.tsx';
import { TypedWork } from '../form/useTypedForm.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { applies, bulkFields } from './bulkFields.ts';
import { BulkEditRun } from './BulkEditRun.tsx';
import { useBulkEdit } from './useBulkEdit.ts';

/** Asked on its own: conditions over one record say nothing about several; each record is asked before it is changed. */
const alone = (field: Field): Field => ({ ...field, show: undefined, edit: undefined, require: undefined });

/** Chooses a field and its value for the selected records, says how many become so, and reports every record that did not. */
export default function BulkEditDialog({ model, onClose }: { model: Resource; onClose: () => void }) {
  const { selectedIds, onSelect } = useListContext();
  const { session } = useAdminRuntime();
  const provider = useDataProvider();
  const translate = useTranslate();
  const notify = useNotify();
  const labels = useLabels(model.name);
  const formId = useId();
  const [ids, setIds] = useState<readonly Identifier[]>(selectedIds);
  const fields = bulkFields(model, session.can);
  const [name, setName] = useState(fields[0]?.name ?? '');
  const { run, start, stop, reset } = useBulkEdit(model);
  const { leave, question, onTyped } = useLeaveTyped(onClose);
  const records = useQuery({
    queryKey: [model.name, 'bulkEdit', ids],
    queryFn: async () => (await provider.getMany(model.name, { ids: [...ids] })).data,
    retry: false,
    gcTime: 0,
    enabled: !run.running && !run.ended,
  });

  const field = fields.find((one) => one.name === name);
  const rows = records.data ?? [];
  const fitting = field ? rows.filter((record) => applies(model, field, record)) : [];

  const submit = async (values: Record<string, unknown>) => {
    if (!field) return;
    const value = values[field.name];
    const failed = await start(fitting, field.name, isBlank(value) ? emptyOf(field) : value);
    // What is left to do stays selected.
    onSelect?.(failed.map(({ record }) => record.id));
    if (failed.length > 0) return;
    notify('admin.bulkEdit.done', { type: 'success', messageArgs: { smart_count: fitting.length } });
    onClose();
  };

  const asking = !run.running && !run.ended;
  return (
    <QuestionDialog
      title={translate('admin.bulkEdit.title', { smart_count: ids.length })}
      busy={run.running}
      onClose={asking ? leave : onClose}
    >
      <DialogContent dividers sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {!asking && <BulkEditRun model={model} run={run} />}
        {asking && records.error && <LoadProblem error={records.error} onRetry={() => void records.refetch()} />}
        {asking && records.isPending && <Skeleton variant="rounded" height={80} />}
        {asking && records.data && field && (
          <>
            <TextField
              select
              size="small"
              label={translate('admin.bulkEdit.field')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            >
              {fields.map((one) => (
                <MenuItem key={one.name} value={one.name}>
                  {labels.field(one.name)}
                </MenuItem>
              ))}
            </TextField>
            <Form key={name} id={formId} record={{}} resource={model.name} onSubmit={submit as never} noValidate>
              <FieldInput model={model} field={alone(field)} />
              <TypedWork onTyped={onTyped} />
            </Form>
            <Typography role="status">
              {translate('admin.bulkEdit.preview', { field: labels.field(name), smart_count: fitting.length })}
            </Typography>
            {rows.length > fitting.length && (
              <Alert severity="info">
                {translate('admin.bulkEdit.unfit', { smart_count: rows.length - fitting.length })}
              </Alert>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {run.running ? (
          <Button onClick={stop}>{translate('admin.bulkEdit.stop')}</Button>
        ) : (
          <Button onClick={asking ? leave : onClose}>
            {translate(run.ended ? 'ra.action.close' : 'ra.action.cancel')}
          </Button>
        )}
        {asking && (
          <Box sx={{ display: 'contents' }}>
            <Button type="submit" form={formId} variant="contained" disabled={fitting.length === 0}>
              {translate('admin.bulkEdit.run', { smart_count: fitting.length })}
            </Button>
          </Box>
        )}
        {run.ended && run.failed.length > 0 && (
          <Button
            variant="contained"
            onClick={() => {
              setIds(run.failed.map(({ record }) => record.id));
              reset();
            }}
          >
            {translate('admin.bulkEdit.retry')}
          </Button>
        )}
      </DialogActions>
      {question}
    </QuestionDialog>
  );
}
