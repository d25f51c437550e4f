import { lazy, Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
import { fieldOf, holds, stateAllows, type Resource } from '../../model/index.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { becomeTabStop, CELL, moveByArrow } from './cellKeys.ts';

const CellEditor = lazy(() => import('./CellEditor.tsx'));

/**
 * A value that is edited where it stands: double click, or Enter or F2 while it has the focus; arrow keys go to the next one. The editor
 * loads with the first cell that is opened.
 */
export default function EditableCell({ model, name, record }: { model: Resource; name: string; record: RaRecord }) {
  const translate = useTranslate();
  const { data = [] } = useListContext();
  const hintId = useId();
  const cell = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState(false);
  const edited = useRef(false);
  useEffect(() => {
    // Only when the editor is gone: while it is open it keeps the focus.
    if (!editing && edited.current) cell.current?.focus();
    edited.current = editing;
  }, [editing]);
  const field = fieldOf(model.entity, name);
  const value = <FieldValue model={model} name={name} record={record} tight />;
  if (!stateAllows(model.entity, 'editable', record) || !holds(field.show, record) || !holds(field.edit, record))
    return value;

  const first = data[0]?.id === record.id && model.list.inline[0] === name;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || moveByArrow(event)) return;
    if (event.key !== 'Enter' && event.key !== 'F2') return;
    event.preventDefault();
    setEditing(true);
  };
  return (
    <>
      <Box
        component="span"
        ref={cell}
        role="button"
        tabIndex={first ? 0 : -1}
        aria-describedby={hintId}
        aria-haspopup="dialog"
        aria-expanded={editing}
        {...{ [CELL]: name }}
        onFocus={becomeTabStop}
        onKeyDown={onKeyDown}
        onDoubleClick={() => setEditing(true)}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          // A single digit is narrower than what is pressed: it stands under the last one of its neighbours.
          justifyContent: kindOf(field).align === 'right' ? 'flex-end' : 'flex-start',
          verticalAlign: 'middle',
          minWidth: 24,
          minHeight: 24,
          px: 0.5,
          mx: -0.5,
          borderRadius: '3px',
          cursor: 'cell',
          '&:hover': { boxShadow: (theme) => `inset 0 0 0 1px ${theme.palette.divider}` },
        }}
      >
        {value}
      </Box>
      <Box component="span" id={hintId} sx={visuallyHidden}>
        {translate('admin.inline.hint')}
      </Box>
      {editing && (
        <Suspense fallback={null}>
          <CellEditor
            model={model}
            field={field}
            record={record}
            anchor={cell.current}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
