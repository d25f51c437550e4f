import { useState, type DragEvent } from 'react';
import { Alert, Box, IconButton, Menu, MenuItem } from '@mui/material';
import OpenWith from '@mui/icons-material/OpenWith';
import { RecordContextProvider, useTranslate, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { RecordFacts, RecordName, useFactText } from './RecordName.tsx';
import { ValueLine } from './ValueLine.tsx';

interface BoardCardProps {
  readonly model: Resource;
  readonly record: RaRecord;
  readonly fields: readonly string[];
  /** Values beside each other without labels; empty: each of `fields` with its label. */
  readonly lines: readonly (readonly string[])[];
  /** Columns it may go to. */
  readonly targets: readonly { readonly code: string | number; readonly label: string }[];
  readonly busy: boolean;
  /** Why it could not be moved. */
  readonly refusal?: string;
  readonly onMove: (to: { readonly code: string | number; readonly label: string }) => void;
  readonly onDrag: (dragging: boolean) => void;
}

/** Boxes beside each other, no text with links in it: the last one gives way. */
const ONE_LINE = {
  display: 'flex',
  gap: 0.5,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  // A target that a finger hits.
  '& a': { display: 'inline-block', lineHeight: '24px' },
  '& > *': { flex: 'none' },
  '& > :last-child': { flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

/** One record on the board: dragged with the mouse, moved from its menu with the keyboard or a finger. */
export function BoardCard({ model, record, fields, lines, targets, busy, refusal, onMove, onDrag }: BoardCardProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [title, ...facts] = fields;
  const name = useFactText(model)(title, record);
  const movable = targets.length > 0 && !busy;
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', String(record.id));
    onDrag(true);
  };
  return (
    <RecordContextProvider value={record}>
      <Box
        component="li"
        draggable={movable}
        onDragStart={start}
        onDragEnd={() => onDrag(false)}
        aria-busy={busy}
        sx={{
          border: 1,
          borderColor: refusal ? 'error.main' : 'divider',
          borderRadius: 1,
          p: 1,
          bgcolor: 'background.paper',
          cursor: movable ? 'grab' : undefined,
          opacity: busy ? 0.6 : 1,
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0, ...(lines.length > 0 ? ONE_LINE : { overflowWrap: 'anywhere' }) }}>
            <RecordName model={model} record={record} name={title} />
            <ValueLine model={model} record={record} names={lines[0]?.slice(1) ?? []} after />
          </Box>
          {targets.length > 0 && (
            <IconButton
              size="small"
              disabled={busy}
              title={translate('admin.board.moveRecord', { name })}
              sx={{ mt: -0.5, mr: -0.5 }}
              aria-haspopup="menu"
              aria-expanded={anchor !== null}
              aria-label={translate('admin.board.moveRecord', { name })}
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <OpenWith fontSize="inherit" />
            </IconButton>
          )}
        </Box>
        {lines.length === 0 ? (
          <RecordFacts model={model} record={record} names={facts} />
        ) : (
          lines.slice(1).map((names) => (
            <Box key={names.join()} sx={{ fontSize: 13, lineHeight: '24px', ...ONE_LINE }}>
              <ValueLine model={model} record={record} names={names} />
            </Box>
          ))
        )}
        {refusal && (
          <Alert severity="error" sx={{ mt: 0.5, py: 0 }}>
            {refusal}
          </Alert>
        )}
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          {targets.map((target) => (
            <MenuItem
              key={target.code}
              onClick={() => {
                setAnchor(null);
                onMove(target);
              }}
            >
              {translate('admin.board.moveTo', { name: target.label })}
            </MenuItem>
          ))}
        </Menu>
      </Box>
    </RecordContextProvider>
  );
}
