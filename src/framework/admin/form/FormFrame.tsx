import { useEffect, useMemo, type ReactNode } from 'react';
import { Form, useRefresh, useTranslate, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Resource } from '../../model/index.ts';
import { ConfirmDialog } from '../actions/ConfirmDialog.tsx';
import { formFields, initialValues } from './payload.ts';
import { useAfterAttempt } from './useAfterAttempt.ts';
import { useUnsavedChanges } from './unsavedChanges.ts';
import { useFormDraft } from './useFormDraft.ts';
import type { Saving } from './useSaving.ts';

export interface FormFrameProps {
  readonly model: Resource;
  readonly record?: RaRecord;
  readonly group?: string;
  readonly saving: Saving;
  /** Values a new record begins with, beside the schema's defaults. */
  readonly known?: Readonly<Record<string, unknown>>;
  readonly onDirty?: (dirty: boolean) => void;
  readonly children: ReactNode;
}

/** What typed text survives: the record may be read again under the form (D-API-05) without losing it. */
const KEEP_TYPED = { keepDirtyValues: true } as const;

/** After a refusal the first bad field has the focus; typed work is reported as unsaved and survives a reload. */
function FormWatch({ model, record, group, onDirty }: Pick<FormFrameProps, 'model' | 'record' | 'group' | 'onDirty'>) {
  const { formState, setFocus } = useFormContext();
  const { dirtyFields, isSubmitSuccessful, errors } = formState;
  // Not `isDirty`: it forgets what was typed when the record is read again below it.
  const isDirty = formState.isDirty || Object.keys(dirtyFields).length > 0;
  useUnsavedChanges(isDirty && !isSubmitSuccessful);
  useFormDraft(model, record, group);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  const firstBad = formFields(model, group).find((field) => errors[field.name])?.name;
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

/** The form around its groups: values, saving, focus, unsaved work and conflicts; the same for page, dialog and step. */
export function FormFrame({ model, record, group, saving, known, onDirty, children }: FormFrameProps) {
  const defaults = useMemo(() => (record ? {} : initialValues(model, known)), [model, record, known]);
  return (
    <Form
      record={record ?? {}}
      defaultValues={defaults}
      resource={model.name}
      onSubmit={saving.save as never}
      resetOptions={KEEP_TYPED}
      noValidate
    >
      {children}
      <FormWatch model={model} record={record} group={group} onDirty={onDirty} />
      <ConflictDialog saving={saving} />
    </Form>
  );
}
