import { useEffect, useId } from 'react';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Form, useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { fieldOf, type Action, type Field, type Resource } from '../../model/index.ts';
import { FieldInput } from '../form/FieldInput.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';

export interface AskDialogProps {
  readonly model: Resource;
  readonly action: Action;
  readonly record?: RaRecord;
  readonly busy: boolean;
  /** Messages of a refusal by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onConfirm: (payload: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}

/** An action's own question: the field is asked for even where the record's form would not let it be changed. */
const askable = (field: Field, required: boolean): Field => ({
  ...field,
  readOnly: false,
  edit: undefined,
  show: undefined,
  required: required || field.required,
});

function ServerErrors({ errors }: Pick<AskDialogProps, 'errors'>) {
  const { setError, setFocus } = useFormContext();
  useEffect(() => {
    for (const [name, message] of Object.entries(errors)) setError(name, { type: 'server', message });
    const [first] = Object.keys(errors);
    if (first) setFocus(first);
  }, [errors, setError, setFocus]);
  return null;
}

/** Asks for the fields that an action declares, saying for which record, then runs it; refusals land on the fields. `resources.<name>.notice.<action>` says what comes of it. */
export default function AskDialog({ model, action, record, busy, errors, onConfirm, onClose }: AskDialogProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const titleId = useId();
  const verb = labels.action(action.name);
  const notice = translate(`resources.${model.name}.notice.${action.name}`, { _: '' });
  const fields = (action.ask ?? []).map((name) =>
    askable(fieldOf(model.entity, name), action.require?.includes(name) === true),
  );
  const submit = (values: Record<string, unknown>) =>
    onConfirm(Object.fromEntries(fields.flatMap(({ name }) => (isBlank(values[name]) ? [] : [[name, values[name]]]))));
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{verb}</DialogTitle>
      <Form record={record ?? {}} resource={model.name} onSubmit={submit as never} noValidate>
        <DialogContent dividers>
          <Box sx={{ display: 'grid', gap: 2 }}>
            {record && (
              <Typography color="text.secondary" sx={{ fontSize: 13 }}>
                {recordTitle(model, record)}
              </Typography>
            )}
            {notice !== '' && <Alert severity="info">{notice}</Alert>}
            {fields.map((field) => (
              <FieldInput key={field.name} model={model} field={field} />
            ))}
          </Box>
          <ServerErrors errors={errors} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {translate('admin.action.back')}
          </Button>
          <Button type="submit" variant="contained" color={action.danger ? 'error' : 'primary'} loading={busy}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
