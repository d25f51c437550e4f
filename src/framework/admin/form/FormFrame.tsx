import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Alert } from '@mui/material';
import { Form, useNotify, useRefresh, useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Resource } from '../../model/index.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { formFields, initialValues } from './payload.ts';
import { useAfterAttempt } from './useAfterAttempt.ts';
import { useUnsavedChanges } from './unsavedChanges.ts';
import { isPrivate, useFormDraft } from './useFormDraft.ts';
import type { Saving } from './useSaving.ts';

/** What a page or dialog around a form knows of it. */
export interface TypedForm {
  readonly dirty: boolean;
  /** What was typed is given up: nobody is asked again, and it does not come back. */
  giveUp(): void;
}

export interface FormFrameProps {
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

/** The draft of a form is found by where it stands, what it is about and what it began with: another parent's new child is another form. */
const draftName = (
  path: string,
  model: Resource,
  record: RaRecord | undefined,
  known: FormFrameProps['known'],
): string => [path, model.name, record?.id ?? 'new', known ? JSON.stringify(known) : ''].join('.');

type FormWatchProps = Omit<FormFrameProps, 'children'> & { readonly onChangedBelow: (changed: boolean) => void };

/** After a refusal the first bad field has the focus; typed work is reported as unsaved and survives a reload. */
function FormWatch({ model, record, groups, saving, known, onTyped, onChangedBelow }: FormWatchProps) {
  const { formState, setFocus, getValues, resetField } = useFormContext();
  const { dirtyFields, errors } = formState;
  const notify = useNotify();
  const { pathname } = useLocation();
  const { whenSaved } = saving;
  // Not only `isDirty`: it forgets what was typed when the record is read again below it.
  const isDirty = formState.isDirty || Object.keys(dirtyFields).length > 0;

  const version = record?.['updateTime'] as string | undefined;
  /** Of the record under which the first of it was typed. */
  const [typedOver, setTypedOver] = useState(version);
  useEffect(() => {
    if (!isDirty) setTypedOver(version);
  }, [isDirty, version]);
  const changedBelow = isDirty && version !== undefined && typedOver !== version;
  useEffect(() => onChangedBelow(changedBelow), [changedBelow, onChangedBelow]);

  const mayKeep = useCallback(
    (name: string) =>
      formFields(model).some((field) => field.name === name && !isPrivate(field)) &&
      !model.entity.many.some((one) => one.name === name),
    [model],
  );
  const write = useFormDraft({
    form: draftName(pathname, model, record, known),
    mayKeep,
    version: typedOver,
    onRestored: setTypedOver,
  });
  const giveUp = useUnsavedChanges(isDirty, {
    keep: write,
    onKept: () => notify('admin.form.kept', { type: 'info' }),
  });
  useEffect(() => onTyped?.({ dirty: isDirty, giveUp }), [isDirty, giveUp, onTyped]);
  useEffect(() => {
    whenSaved.current = (saved) => {
      for (const { name } of formFields(model, groups?.()))
        resetField(name, { defaultValue: getValues(name) as unknown });
      setTypedOver(saved['updateTime'] as string | undefined);
      giveUp();
    };
  });

  const firstBad = formFields(model).find((field) => errors[field.name])?.name;
  useAfterAttempt(() => firstBad && setFocus(firstBad));
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
  return (
    <Form
      record={record ?? {}}
      defaultValues={defaults}
      resource={model.name}
      onSubmit={saving.save as never}
      resetOptions={KEEP_TYPED}
      noValidate
    >
      {changedBelow && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('admin.form.changedBelow')}
        </Alert>
      )}
      {children}
      <FormWatch {...props} onChangedBelow={setChangedBelow} />
      <ConflictDialog saving={saving} />
    </Form>
  );
}
