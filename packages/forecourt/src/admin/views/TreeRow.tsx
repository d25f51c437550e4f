import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Box, IconButton, Skeleton, TableCell, TableRow } from '@mui/material';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { RecordContextProvider, useNavigate, useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { RowActions } from '../actions/RowActions.tsx';
import { useRowClick } from '../rows/useRowClick.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { RecordName } from './RecordName.tsx';
import type { TreeLine } from './treeLines.ts';

/** What the rows of one level are moved in by, in units of the theme. */
const STEP = 3;

interface TreeRowProps {
  readonly model: Resource;
  readonly line: TreeLine;
  readonly fields: readonly string[];
  /** The rows below are on their way. */
  readonly loading: boolean;
  /** What is to say of the rows below: that there are none, or more. */
  readonly note?: string;
  /** The one row that the tab key stops at. */
  readonly stop: boolean;
  readonly focused: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  /** True when the key meant something. */
  readonly onMove: (key: string) => boolean;
}

/** One row of a tree: its name behind a button that opens it, its facts, its actions. */
export function TreeRow(props: TreeRowProps) {
  const { model, line, fields, loading, note, stop, focused, onFocus, onToggle, onMove } = props;
  const { record, level, open } = line;
  const translate = useTranslate();
  const rowClick = useRowClick(model);
  const link = useRecordLink(model.name);
  const navigate = useNavigate();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    // A key moved the stop here; a link or button inside that was clicked keeps the focus.
    if (focused && !row.current?.contains(document.activeElement)) row.current?.focus();
  }, [focused]);

  const press = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && rowClick) navigate(link(rowClick, record.id));
    else if (!onMove(event.key)) return;
    event.preventDefault();
  };
  const [first, ...others] = fields;
  return (
    <RecordContextProvider value={record}>
      <TableRow
        ref={row}
        hover
        role="row"
        aria-level={level}
        aria-posinset={line.place}
        aria-setsize={line.size}
        aria-expanded={open}
        aria-busy={loading || undefined}
        tabIndex={stop ? 0 : -1}
        // What is focused in a dialog of this row bubbles here too.
        onFocus={(event) => event.currentTarget.contains(event.target) && onFocus()}
        onKeyDown={press}
        sx={{ '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: '-2px' } }}
      >
        <TableCell role="gridcell">
          <Box sx={{ display: 'flex', alignItems: 'center', pl: (level - 1) * STEP }}>
            {open === undefined ? (
              <Box sx={{ width: 30, flex: 'none' }} />
            ) : (
              <IconButton
                size="small"
                tabIndex={-1}
                aria-label={translate(open ? 'ra.action.close' : 'ra.action.expand')}
                onClick={onToggle}
              >
                <ChevronRight fontSize="small" sx={open ? { transform: 'rotate(90deg)' } : undefined} />
              </IconButton>
            )}
            <RecordName model={model} record={record} name={first} />
          </Box>
        </TableCell>
        {others.map((name) => (
          <TableCell key={name} role="gridcell" align={kindOf(fieldNamed(model, name)).align}>
            <FieldValue model={model} name={name} record={record} tight />
          </TableCell>
        ))}
        <TableCell role="gridcell" align="right">
          <RowActions model={model} />
        </TableCell>
      </TableRow>
      {(loading || note) && (
        <TableRow role="row">
          <TableCell
            role="gridcell"
            colSpan={fields.length + 1}
            sx={{ color: 'text.secondary', pl: (theme) => `calc(${theme.spacing(level * STEP + 2)} + 30px)` }}
          >
            {loading ? <Skeleton variant="text" width={160} /> : note}
          </TableCell>
        </TableRow>
      )}
    </RecordContextProvider>
  );
}
