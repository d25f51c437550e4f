import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Alert, Box } from '@mui/material';
import { Form, useNotify, useRefresh, useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Resource } from '../../model/index.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ServerQuestion } from '../dialogs/ServerQuestion.tsx';
import { ClosedForm, isClosed } from '../inputs/index.ts';
import { OtherEditors } from '../page/OtherEditors.tsx';
import { formFields, initialValues } from './payload.ts';
import { isPrivate } from './useFormDraft.ts';
import { useTouchQuestion } from './Touched.tsx';
import type { Saving } from './useSaving.tsx';
import { useDirty, useTypedForm, type TypedForm } from './useTypedForm.ts';

interface FormFrameProps {
  readonly model: Resource;
  readonly record?: RaRecord;
  readonly saving: Saving;
  /** The groups whose fields the next save takes; all without it. */
  readonly groups?: () => readonly string[];
  /** Values a new record begins with, beside the schema's defaults. */
  readonly known?: Readonly<Record<string, unknown>>;
  readonly onTyped?: (form: TypedForm) => void;
  readonly children: ReactNode;
}

/** What typed text survives: the record may be read again under the form (D-API-05) without losing it. */
const KEEP_TYPED = { keepDirtyValues: true } as const;

/** Above the fields of a page; in a dialog as far from its edges as they are. */
const NOTICE = { mb: 2, '.MuiDialog-paper &': { mx: 3 } } as const;

/** The draft of a form is found by where it stands, what it is about and what it began with: another parent's new child is another form. */
const draftName = (
  path: string,
  model: Resource,
  record: RaRecord | undefined,
  known: FormFrameProps['known'],
): string => [path, model.name, record?.id ?? 'new', known ? JSON.stringify(known) : ''].join('.');

type FormWatchProps = Omit<FormFrameProps, 'children'> & { readonly onChangedBelow: (changed: boolean) => void };

/** What is typed is kept over the version of the record that it was typed over, and told apart from what is saved. */
function FormWatch({ model, record, groups, saving, known, onTyped, onChangedBelow }: FormWatchProps) {
  const { getValues, resetField } = useFormContext();
  const notify = useNotify();
  const { pathname } = useLocation();
  const { whenSaved } = saving;
  const version = record?.['updateTime'] as string | undefined;
  /** Of the record under which the first of it was typed. */
  const [typedOver, setTypedOver] = useState(version);
  const dirty = useDirty();
  // Before what was kept is put back, which says itself what it was typed over.
  useEffect(() => {
    if (!dirty) setTypedOver(version);
  }, [dirty, version]);
  const fields = formFields(model);
  const { giveUp } = useTypedForm({
    draft: {
      form: draftName(pathname, model, record, known),
      mayKeep: (name) =>
        fields.some((field) => field.name === name && !isPrivate(field)) &&
        !model.entity.many.some((one) => one.name === name),
      version: typedOver,
      onRestored: setTypedOver,
    },
    fields: fields.map(({ name }) => name),
    onTyped,
    onKept: () => notify('admin.form.kept', { type: 'info' }),
  });
  const changedBelow = dirty && version !== undefined && typedOver !== version;
  useEffect(() => onChangedBelow(changedBelow), [changedBelow, onChangedBelow]);
  useEffect(() => {
    whenSaved.current = (saved) => {
      for (const { name } of formFields(model, groups?.()))
        resetField(name, { defaultValue: getValues(name) as unknown });
      setTypedOver(saved['updateTime'] as string | undefined);
      giveUp();
    };
  });
  return null;
}

/** Somebody else saved first: fetch their version under what was typed, or go back and look. */
function ConflictDialog({ saving }: { saving: Saving }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      open={saving.conflict}
      title={translate('admin.conflict.title')}
      verb={translate('admin.conflict.reload')}
      onConfirm={() => {
        refresh();
        saving.dismissConflict();
      }}
      onClose={saving.dismissConflict}
    >
      {translate('admin.conflict.text')}
    </ConfirmDialog>
  );
}

/** The form around its groups: values, saving, focus, unsaved work and conflicts; the same for page, dialog and steps. */
export function FormFrame({ children, ...props }: FormFrameProps) {
  const { model, record, saving, known } = props;
  const translate = useTranslate();
  const defaults = useMemo(() => (record ? {} : initialValues(model, known)), [model, record, known]);
  const [changedBelow, setChangedBelow] = useState(false);
  const closed = isClosed(model, record);
  const { ask, question } = useTouchQuestion(model, record);
  const submit = async (values: Record<string, unknown>) => ((await ask(values)) ? saving.save(values) : {});
  return (
    <Form
      record={record ?? {}}
      defaultValues={defaults}
      resource={model.name}
      onSubmit={submit as never}
      resetOptions={KEEP_TYPED}
      noValidate
    >
      {record && (
        <Box sx={{ '&:has(p)': { mb: 1.5 }, '.MuiDialog-paper &': { mx: 3 } }}>
          <OtherEditors model={model} id={record.id} edits={!closed} />
        </Box>
      )}
      {changedBelow && (
        <Alert severity="warning" sx={NOTICE}>
          {translate('admin.form.changedBelow')}
        </Alert>
      )}
      {closed && (
        <Alert severity="info" sx={NOTICE}>
          {translate('admin.form.closed')}
        </Alert>
      )}
      <ClosedForm value={closed}>{children}</ClosedForm>
      <FormWatch {...props} onChangedBelow={setChangedBelow} />
      <ConflictDialog saving={saving} />
      <ServerQuestion saves question={saving.question} />
      {question}
    </Form>
  );
}
