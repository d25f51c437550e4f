import { lazy, memo, Suspense, useMemo, useRef } from 'react';
import { type Theme } from '@mui/material';
import { DataTable, useTranslate, type RaRecord } from 'react-admin';
import { factsOf, maySortBy, openingColumn, type Resource } from '../../model/index.ts';
import { RowActions, useAnyRowActions } from '../actions/RowActions.tsx';
import { useDensity, usePinned } from '../columns/useListLook.ts';
import { currency } from '../values/format.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useInlineColumns } from '../inline/useInlineColumns.ts';
import { useLabels } from '../values/labels.ts';
import { FirstCell } from './FirstCell.tsx';
import { ListHead, PLAIN_HEAD } from './ListHead.tsx';
import { ListRows, PLAIN_ROWS } from './ListRows.tsx';
import { TWO_LINES, withSecondLine } from './twoLines.tsx';
import { useBulkActions } from './useBulkActions.ts';
import { useMoreBeside } from './useMoreBeside.ts';
import { useRowClick } from '../rows/useRowClick.ts';

// Few lists edit in place: the others do not load what it takes.
const EditableCell = lazy(() => import('../inline/EditableCell.tsx'));
// Comes with the rows, before anybody has selected one.
const BulkActions = lazy(() => import('./BulkActions.tsx'));
// Few people have more than one.
const PinnedColumns = lazy(() => import('./PinnedColumns.tsx'));

const fade = (to: 'left' | 'right') => (theme: Theme) =>
  `linear-gradient(to ${to}, ${theme.palette.background.paper}, transparent)`;

/** Header row, selection and first column stay in sight; rows are 40 px, 32 for who likes it compact, and never wrap (docs/look.md). */
const STICKY = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    maxHeight: 'calc(100dvh - 250px - var(--tab-bar, 0px))',
    minHeight: 160,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
  '& td, & th': { height: 40, py: 0, px: 1.5, fontSize: 13, whiteSpace: 'nowrap' },
  ...PLAIN_HEAD,
  ...PLAIN_ROWS,
  '& td [data-field]': {
    display: 'inline-block',
    maxWidth: 280,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'middle',
  },
  // Long text wraps elsewhere; here it would give up its width to the last letter.
  '& td [data-field] > *': { whiteSpace: 'nowrap' },
  // A list of words and a sentence have up to three lines, the third at the cost of a higher row; as wide as they need: a column of theirs is not squeezed to its longest word.
  '& td [data-field][data-lines]': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    width: 'max-content',
    maxWidth: 420,
    whiteSpace: 'normal',
    lineHeight: '18px',
  },
  '& td [data-field][data-lines] > *': { whiteSpace: 'normal' },
  '[data-tight] & td [data-field][data-lines]': { maxWidth: 'clamp(220px, 240px + (100vw - 1280px), 420px)' },
  ...TWO_LINES,
  '[data-dense] & :is(td, th)': { height: 32 },
  '[data-dense] & :is(.MuiCheckbox-root, .row-actions button)': { p: 0.5, minHeight: 0 },
  '[data-dense] & .two-lines, [data-dense] & .two-lines > *': { lineHeight: '15px' },
  // Where lines of their natural width have no room they are cut, and everything moves closer.
  '[data-tight] & :is(td, th)': { px: 0.75 },
  '[data-tight] & td .two-lines': { maxWidth: 'clamp(106px, 106px + (100vw - 1280px) * 0.3, 240px)' },
  '[data-tight] & th[data-below] .sort-button': { fontSize: 12 },
  '& thead tr > th': { position: 'sticky', top: 0, zIndex: 2 },
  '& .MuiTableCell-paddingCheckbox': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    width: 48,
    px: 0.5,
  },
  '& .sticky-first': { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper' },
  '& .MuiTableCell-paddingCheckbox ~ .sticky-first': { left: 48 },
  // On a narrow window they go with their row, head and fade with them: what is placed beside a cell that does not stick would lie over the menu.
  '& .row-actions': {
    position: { md: 'sticky' },
    right: { xs: 'auto', md: 0 },
    zIndex: 1,
    bgcolor: 'background.paper',
  },
  // Columns fade where they go on under one that sticks.
  '[data-more~=right] & .row-actions::before, [data-more~=left] & .sticky-first::after': {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: 24,
    pointerEvents: 'none',
  },
  '[data-more~=right] & .row-actions::before': {
    display: { xs: 'none', md: 'block' },
    right: '100%',
    background: fade('left'),
  },
  '[data-more~=left] & .sticky-first::after': { left: '100%', background: fade('right') },
  '& thead .MuiTableCell-paddingCheckbox, & thead .sticky-first, & thead .row-actions': { zIndex: 3 },
  // Cells that stick are opaque: they take part in the row's hover by an overlay.
  '& tbody tr:hover :is(.sticky-first, .row-actions, .MuiTableCell-paddingCheckbox)': {
    backgroundImage: (theme: Theme) => `linear-gradient(${theme.palette.action.hover}, ${theme.palette.action.hover})`,
  },
  '& tbody tr.selected :is(.sticky-first, .row-actions, .MuiTableCell-paddingCheckbox)': {
    backgroundImage: (theme: Theme) =>
      `linear-gradient(${theme.palette.action.selected}, ${theme.palette.action.selected})`,
  },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;

/** Whether the cells of a column are amounts of money as the framework shows them. */
const isAmount = (model: Resource, name: string): boolean =>
  model.components[name]?.field === undefined && factsOf(fieldNamed(model, name)).adds === 'money';

/** Rows as a table: one typed column a property, chooser, sort, selection when something can be done to several rows. */
export const ListTable = memo(function ListTable({ model, storeKey }: { model: Resource; storeKey: string }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const rowClick = useRowClick(model);
  const bulk = useBulkActions(model);
  const inline = useInlineColumns(model);
  const acts = useAnyRowActions(model);
  const { columns, hiddenColumns, below } = model.list;
  const names = useMemo(() => [...new Set([...columns, ...hiddenColumns])], [columns, hiddenColumns]);
  const opens = openingColumn(model.entity, columns);
  const hidden = useMemo(() => [...hiddenColumns], [hiddenColumns]);
  const [density] = useDensity();
  const [pinned] = usePinned(storeKey);
  const tableKey = `${storeKey}.columns`;
  const frame = useRef<HTMLDivElement>(null);
  useMoreBeside(frame);
  // The same elements as long as nothing about the columns changes: rows that stay the same are then not drawn again.
  const shown = useMemo(
    () => [
      ...names.map((name, index) => {
        const field = fieldNamed(model, name);
        const entry = kindOf(field);
        // What a component says is read as a text, except where it says an amount.
        const isText = model.components[name]?.field !== undefined && factsOf(field).adds !== 'money';
        const second = below[name];
        return (
          <DataTable.Col
            key={name}
            source={name}
            label={labels.field(name)}
            data-below={
              second === undefined
                ? undefined
                : `${labels.field(second)}${isAmount(model, second) ? ` (${currency()})` : ''}`
            }
            data-unit={isAmount(model, name) ? currency() : undefined}
            align={isText ? 'left' : entry.align}
            disableSort={!entry.sortable || !model.entity.byName.has(name) || !maySortBy(model, name)}
            className={index === 0 ? 'sticky-first' : undefined}
            render={(record: RaRecord) => {
              const value =
                name === opens && !inline.has(name) ? (
                  <FirstCell model={model} name={name} record={record} link={rowClick} />
                ) : inline.has(name) ? (
                  <Suspense fallback={<FieldValue model={model} name={name} record={record} tight />}>
                    <EditableCell model={model} name={name} record={record} />
                  </Suspense>
                ) : (
                  <FieldValue model={model} name={name} record={record} tight />
                );
              return withSecondLine(value, model, second, record);
            }}
          />
        );
      }),
      acts && (
        // An element for a label: only what has a name can be hidden, and nobody wants a list without its actions.
        <DataTable.Col
          key="actions"
          label={<>{translate('admin.list.actions')}</>}
          className="row-actions"
          align="right"
        >
          <RowActions model={model} {...(Object.keys(below).length > 0 && { open: 1 })} />
        </DataTable.Col>
      ),
    ],
    [names, below, opens, model, labels, translate, rowClick, inline, acts],
  );

  return (
    <div ref={frame} data-dense={density === 'compact' || undefined}>
      {pinned > 1 && (
        <Suspense>
          <PinnedColumns frame={frame} count={pinned} />
        </Suspense>
      )}
      <DataTable
        head={ListHead}
        body={ListRows}
        rowClick={rowClick}
        storeKey={tableKey}
        hiddenColumns={hidden}
        bulkActionButtons={bulk.any ? <></> : false}
        bulkActionsToolbar={
          bulk.any ? (
            <Suspense>
              <BulkActions model={model} storeKey={storeKey} />
            </Suspense>
          ) : (
            <></>
          )
        }
        sx={STICKY}
      >
        {shown}
      </DataTable>
    </div>
  );
});
