import { useState } from 'react';
import { Box, Button, OutlinedInput } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { ArrangedRows } from '../controls/ArrangedRows.tsx';
import { HangingBox } from '../controls/HangingBox.tsx';
import { useLabels, useTexts } from '../values/labels.ts';
import { ListLook } from './ListLook.tsx';
import { useColumns } from './useColumns.ts';

/** More columns than the eye takes in at once are searched. */
const SEARCHED_FROM = 8;
/** What the box leaves free below it, and the least height it has. */
const MARGIN_PX = 16;
const LEAST_PX = 240;

/** Letters without their marks, small: what somebody types finds what is written. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

interface PopoverProps {
  readonly model: Resource;
  readonly storeKey: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Columns to show and hide by a switch each, and to put in order: by dragging, or by arrow keys on the handle. Below them how the table looks. */
export default function ColumnsPopover({ model, storeKey, anchor, onClose }: PopoverProps) {
  useTexts('admin.columns');
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const { names, shown, toggle, move, reset } = useColumns(model, storeKey);
  const [typed, setTyped] = useState('');
  const [room] = useState(() =>
    Math.max(LEAST_PX, window.innerHeight - anchor.getBoundingClientRect().bottom - MARGIN_PX),
  );
  const offered = names.filter((name) => plain(labels.field(name)).includes(plain(typed)));

  return (
    <HangingBox
      anchor={anchor}
      label={translate('ra.action.select_columns')}
      onClose={onClose}
      sx={{ width: 300, maxHeight: room, display: 'flex', flexDirection: 'column' }}
    >
      {names.length >= SEARCHED_FROM && (
        <Box sx={{ p: 1, borderBottom: 1, borderColor: 'divider' }}>
          <OutlinedInput
            size="small"
            fullWidth
            autoFocus
            value={typed}
            placeholder={translate('ra.action.search_columns')}
            inputProps={{ 'aria-label': translate('ra.action.search_columns') }}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Box>
      )}
      <Box sx={{ p: 1, flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <ArrangedRows
          rows={offered.map((name) => ({
            name,
            label: labels.field(name),
            shown: shown.includes(name),
            // A table without a column shows nothing, not even the way back.
            locked: shown.length === 1 && shown[0] === name,
          }))}
          toggle={toggle}
          move={typed === '' ? move : undefined}
          moved={(name, place, count) => translate('admin.columns.moved', { name, place, smart_count: count })}
        />
      </Box>
      <ListLook storeKey={storeKey} />
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'center' }}>
        <Button size="small" onClick={reset}>
          {translate('ra.action.reset')}
        </Button>
      </Box>
    </HangingBox>
  );
}
