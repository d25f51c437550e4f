import { useRef, useState, type KeyboardEvent } from 'react';
import { Alert, Box, Button, Popover } from '@mui/material';
import { Form, useTranslate, type RaRecord } from 'react-admin';
import type { Field, Resource } from '../../model/index.ts';
import { FieldInput } from '../form/FieldInput.tsx';
import { TypedWork, type TypedForm } from '../form/useTypedForm.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { useLabels } from '../values/labels.ts';
import { useCellSaving } from './useCellSaving.ts';

/** The cursor is in the value, all of it chosen, as in a spreadsheet. */
function focusValue(content: HTMLElement | null): void {
  if (!content || content.contains(document.activeElement)) return;
  const input = content.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]), [role=combobox]');
  input?.focus();
  if (input instanceof HTMLInputElement && input.type === 'text') input.select();
}

/** Keys that a control needs itself: an open list, a line break, another button. */
const isOwn = (target: HTMLElement): boolean =>
  target.getAttribute('aria-expanded') === 'true' || target.tagName === 'TEXTAREA' || target.tagName === 'BUTTON';

/**
 * The normal input of a field over its cell, with the rules of the form. Enter saves, Escape gives up; a refusal is said here and what was
 * typed stays. A click beside it closes only what nobody has changed.
 */
export default function CellEditor({
  model,
  field,
  record,
  anchor,
  onClose,
}: {
  model: Resource;
  field: Field;
  record: RaRecord;
  anchor: HTMLElement | null;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const form = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedForm>();
  // As the record was when the cell was opened: one that others change beneath must neither undo what is typed nor hide that it replaces theirs.
  const opened = useRef(record).current;
  const { save, busy, problem, theirs } = useCellSaving(model, field, opened, onClose);

  // A closed list of choices would open on Enter; here Enter is for saving.
  const onEnter = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key !== 'Enter' || isOwn(target) || target.getAttribute('role') !== 'combobox') return;
    event.preventDefault();
    event.stopPropagation();
    form.current?.closest('form')?.requestSubmit();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_event, reason) => !busy && !(typed?.dirty && reason === 'backdropClick') && onClose()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      transitionDuration={0}
      disableRestoreFocus
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('admin.inline.edit', { field: labels.field(field.name) }) },
      }}
    >
      <Form
        record={opened}
        resource={model.name}
        onSubmit={((values: Record<string, unknown>) => save(values[field.name])) as never}
        noValidate
      >
        <Box
          ref={(element: HTMLDivElement | null) => {
            form.current = element;
            focusValue(element);
          }}
          onKeyDownCapture={onEnter}
          sx={{ p: 1.5, minWidth: 240, maxWidth: 420, display: 'grid', gap: 1 }}
        >
          <FieldInput model={model} field={field} />
          <TypedWork onTyped={setTyped} />
          {problem && <Alert severity="error">{problem}</Alert>}
          {theirs && (
            <Alert severity="warning">
              {translate('admin.inline.conflict')} <FieldValue model={model} name={field.name} record={theirs} />
            </Alert>
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
            <Button size="small" onClick={onClose} disabled={busy}>
              {translate('ra.action.cancel')}
            </Button>
            <Button size="small" type="submit" variant="contained" loading={busy}>
              {translate('ra.action.save')}
            </Button>
          </Box>
        </Box>
      </Form>
    </Popover>
  );
}
