import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { Alert, Box, DialogContent, Skeleton } from '@mui/material';
import { Form, useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { fieldOf, type Action, type Entity, type Field, type Resource } from '../../model/index.ts';
import { QuestionButtons, QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { FieldInput } from '../form/FieldInput.tsx';
import { useLeaveTyped } from '../form/leaving.tsx';
import { TouchedByAction } from '../form/Touched.tsx';
import { isPrivate } from '../form/useFormDraft.ts';
import { TypedWork } from '../form/useTypedForm.ts';
import { isBlank } from '../values/format.ts';
import { LinkedText } from '../values/LinkedText.tsx';
import { useLabels } from '../values/labels.ts';
import { RecordFacts } from './RecordFacts.tsx';

interface AskDialogProps {
  readonly model: Resource;
  readonly action: Action;
  readonly record?: RaRecord;
  /** In the place of the facts of a record: those of several. */
  readonly about?: ReactNode;
  readonly disabled?: boolean;
  readonly busy: boolean;
  /** Messages of a refusal by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was refused as a whole; stands above the fields when none of them is to blame. */
  readonly refusal?: string;
  /** Runs the action; false when it was refused. */
  readonly onConfirm: (payload: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly onDone: () => void;
  /** Given up. */
  readonly onClose: () => void;
}

/** The row may be read again under the question without losing what was typed. */
const KEEP_TYPED = { keepDirtyValues: true } as const;

const ALWAYS = {};

/**
 * Asks an action's own question. The field is asked for even where the form of the record would not let it be changed.
 * What the action requires is required also where a saved record may leave it empty (`writeOnly`).
 */
const askable = (field: Field, required: boolean): Field => ({
  ...field,
  readOnly: false,
  edit: undefined,
  show: undefined,
  require: required ? ALWAYS : field.require,
});

/** The record as the question begins: without what is asked anew, and without what that is called. */
function begun(entity: Entity, { anew = [] }: Action, record: object = {}): object {
  const without = new Set(anew.flatMap((name) => [name, entity.byName.get(name)?.ref?.as]));
  return Object.fromEntries(Object.entries(record).filter(([name]) => !without.has(name)));
}

/** Refusals land on their fields, the first bad one has the cursor. */
function Refused({ errors }: Pick<AskDialogProps, 'errors'>): null {
  const { setError, setFocus } = useFormContext();
  useEffect(() => {
    for (const [name, message] of Object.entries(errors)) setError(name, { type: 'server', message });
    const [first] = Object.keys(errors);
    if (first) setFocus(first);
  }, [errors, setError, setFocus]);
  return null;
}

/**
 * Asks for the fields that an action declares, saying for which record, then runs it. `resources.<name>.notice.<action>` says what comes of it.
 * Esc asks before typed work is lost.
 */
export default function AskDialog(props: AskDialogProps) {
  const { model, action, record, about, disabled = false, busy, errors, refusal, onConfirm, onDone, onClose } = props;
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const { leave, giveUp, question, onTyped } = useLeaveTyped(onClose);
  const verb = labels.action(action.name);
  const notice = translate(`resources.${model.name}.notice.${action.name}`, { _: '' });
  const asked = action.ask ?? [];
  const fields = asked.map((name) => askable(fieldOf(model.entity, name), action.require?.includes(name) === true));
  // What begins empty is a fact of the record still: from what it changes.
  const kept = asked.filter((name) => !action.anew?.includes(name));
  const begin = useMemo(() => begun(model.entity, action, record), [model, action, record]);
  // Beside the fields that it names, unless one of them says the same.
  const said = refusal && !Object.values(errors).includes(refusal) && translate(refusal, { _: refusal });
  const mayKeep = (name: string) => fields.some((field) => field.name === name && !isPrivate(field));
  const submit = async (values: Record<string, unknown>) => {
    const given = fields.flatMap(({ name }) => (isBlank(values[name]) ? [] : [[name, values[name]] as const]));
    if (!(await onConfirm(Object.fromEntries(given)))) return;
    giveUp();
    onDone();
  };
  return (
    <QuestionDialog title={verb} busy={busy} onClose={leave}>
      <Form
        record={begin}
        resource={model.name}
        onSubmit={submit as never}
        resetOptions={KEEP_TYPED}
        noValidate
        disableInvalidFormNotification
      >
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2 }}>
            {about}
            {record && <RecordFacts model={model} record={record} without={kept} />}
            {record && <TouchedByAction model={model} action={action.name} id={record.id} />}
            {notice !== '' && <Alert severity="info">{notice}</Alert>}
            {said && (
              <Alert severity="error">
                <LinkedText text={said} />
              </Alert>
            )}
            <Suspense fallback={<Skeleton variant="rounded" height={56} />}>
              {fields.map((field) => (
                <FieldInput key={field.name} model={model} field={field} />
              ))}
            </Suspense>
          </Box>
          <Refused errors={errors} />
          <TypedWork
            draft={{ form: [model.name, action.name, record?.id ?? ''].join('.'), mayKeep }}
            fields={asked}
            onTyped={onTyped}
          />
        </DialogContent>
        <QuestionButtons verb={verb} danger={action.danger} busy={busy} disabled={disabled} onBack={leave} />
      </Form>
      {question}
    </QuestionDialog>
  );
}
