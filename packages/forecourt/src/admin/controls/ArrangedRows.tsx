import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Box, FormControlLabel, IconButton, Switch } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import DragIndicator from '@mui/icons-material/DragIndicator';
import { useTranslate } from 'react-admin';
import { useTexts } from '../values/labels.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** What is shown or hidden, and has a place among its neighbours. */
export interface ArrangedRow {
  readonly name: string;
  readonly label: string;
  readonly shown: boolean;
  /** Cannot be hidden. */
  readonly locked?: boolean;
  /** What belongs to it, below it. */
  readonly parts?: ReactNode;
}

interface ArrangedRowsProps {
  readonly rows: readonly ArrangedRow[];
  readonly toggle: (name: string) => void;
  /** Puts a row at a place among the rows. Without it their order stays. */
  readonly move?: (name: string, place: number) => void;
  /** Says to a screen reader where a row stands now. */
  readonly moved: (label: string, place: number, count: number) => string;
}

/** Rows to show and hide by a switch each, and to put in order: by dragging, or by arrow keys on the handle. */
export function ArrangedRows({ rows, toggle, move, moved }: ArrangedRowsProps) {
  useTexts('admin.columns');
  const translate = useTranslate();
  const [dragged, setDragged] = useState<string | undefined>();
  const [said, setSaid] = useState('');
  const placeOf = (name: string): number => rows.findIndex((row) => row.name === name);
  const steps =
    ({ name, label }: ArrangedRow) =>
    (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const place = placeOf(name) + step;
      if (place < 0 || place >= rows.length) return;
      move?.(name, place);
      setSaid(moved(label, place + 1, rows.length));
    };
  const start =
    ({ name, label }: ArrangedRow) =>
    (event: DragEvent) => {
      setDragged(name);
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags only what carries something.
      event.dataTransfer.setData('text/plain', label);
    };
  const over = (name: string) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (dragged !== name) move?.(dragged, placeOf(name));
  };
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((row) => (
          <Box
            component="li"
            key={row.name}
            onDragOver={over(row.name)}
            onDrop={(event) => event.preventDefault()}
            sx={{ opacity: dragged === row.name ? 0.5 : 1 }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, m: 0, gap: 0.5 }}
                control={
                  <Switch checked={row.shown} disabled={row.locked === true} onChange={() => toggle(row.name)} />
                }
                label={row.label}
                slotProps={{ typography: { sx: { fontSize: 14, overflowWrap: 'anywhere' } } }}
              />
              {move && (
                <IconButton
                  size="small"
                  draggable
                  aria-label={translate('admin.columns.move', { name: row.label })}
                  title={translate('admin.columns.how')}
                  onDragStart={start(row)}
                  onDragEnd={() => setDragged(undefined)}
                  onKeyDown={steps(row)}
                  sx={{ cursor: 'grab' }}
                >
                  <DragIndicator fontSize="small" />
                </IconButton>
              )}
            </Box>
            {row.parts}
          </Box>
        ))}
      </Box>
    </>
  );
}
