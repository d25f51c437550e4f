import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { Box, Button, FormControlLabel, IconButton, OutlinedInput, Popover, Switch } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useLabels, useTexts } from '../values/labels.ts';
import { ListLook } from './ListLook.tsx';
import { useColumns } from './useColumns.ts';

/** More columns than the eye takes in at once are searched. */
const SEARCHED_FROM = 8;
/** What the box leaves free below it, and the least height it has. */
const MARGIN_PX = 16;
const LEAST_PX = 240;

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

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
  const [dragged, setDragged] = useState<string | undefined>();
  const [said, setSaid] = useState('');
  const [room] = useState(() =>
    Math.max(LEAST_PX, window.innerHeight - anchor.getBoundingClientRect().bottom - MARGIN_PX),
  );
  const offered = names.filter((name) => plain(labels.field(name)).includes(plain(typed)));

  const put = (name: string, place: number) => {
    if (place < 0 || place >= names.length) return;
    move(name, place);
    setSaid(
      translate('admin.columns.moved', { name: labels.field(name), place: place + 1, smart_count: names.length }),
    );
  };
  const steps = (name: string) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    put(name, names.indexOf(name) + step);
  };
  const start = (name: string) => (event: DragEvent) => {
    setDragged(name);
    event.dataTransfer.effectAllowed = 'move';
    // Firefox drags only what carries something.
    event.dataTransfer.setData('text/plain', labels.field(name));
  };
  const over = (name: string) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (dragged !== name) move(dragged, names.indexOf(name));
  };

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': translate('ra.action.select_columns'),
          sx: { width: 300, maxHeight: room, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
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
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {offered.map((name) => (
          <Box
            component="li"
            key={name}
            onDragOver={over(name)}
            onDrop={(event) => event.preventDefault()}
            sx={{ display: 'flex', alignItems: 'center', minHeight: 36, opacity: dragged === name ? 0.5 : 1 }}
          >
            <FormControlLabel
              sx={{ flex: 1, minWidth: 0, m: 0, gap: 0.5 }}
              control={
                <Switch
                  checked={shown.includes(name)}
                  // A table without a column shows nothing, not even the way back.
                  disabled={shown.length === 1 && shown[0] === name}
                  onChange={() => toggle(name)}
                />
              }
              label={labels.field(name)}
              slotProps={{ typography: { sx: { fontSize: 14, overflowWrap: 'anywhere' } } }}
            />
            {typed === '' && (
              <IconButton
                size="small"
                draggable
                aria-label={translate('admin.columns.move', { name: labels.field(name) })}
                title={translate('admin.columns.how')}
                onDragStart={start(name)}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={steps(name)}
                sx={{ cursor: 'grab' }}
              >
                <DragIndicator fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      <ListLook storeKey={storeKey} />
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'center' }}>
        <Button size="small" onClick={reset}>
          {translate('ra.action.reset')}
        </Button>
      </Box>
    </Popover>
  );
}
