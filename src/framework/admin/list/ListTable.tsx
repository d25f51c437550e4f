import { lazy, memo, Suspense, useMemo } from 'react';
import { type Theme } from '@mui/material';
import { DataTable, useTranslate, type RaRecord } from 'react-admin';
import { openingColumn, type Resource } from '../../model/index.ts';
import { RowActions, useAnyRowActions } from '../actions/RowActions.tsx';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useInlineColumns } from '../inline/useInlineColumns.ts';
import { useLabels } from '../values/labels.ts';
import { BulkActions, useBulkActions } from './BulkActions.tsx';
import { FirstCell } from './FirstCell.tsx';
import { ListRows, PLAIN_ROWS } from './ListRows.tsx';
import { useRowClick } from '../rows/useRowClick.ts';

// Few lists edit in place: the others do not load what it takes.
const EditableCell = lazy(() => import('../inline/EditableCell.tsx'));

/** Header row, selection and first column stay in sight; rows are 40 px and never wrap (docs/look.md). */
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
  '& .two-lines': { lineHeight: '18px' },
  // A block of one line asks for its whole width; what a grid holds would run into the next column.
  '& .two-lines > :last-child': { display: 'block', fontSize: 12, lineHeight: '17px', color: 'text.secondary' },
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper', fontWeight: 600 },
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
  // The line says that more columns lie below when the table scrolls sideways.
  '& .row-actions': {
    position: { md: 'sticky' },
    right: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    boxShadow: (theme: Theme) => `-1px 0 0 ${theme.palette.divider}`,
  },
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
  const tableKey = `${storeKey}.columns`;
  // The same elements as long as nothing about the columns changes: rows that stay the same are then not drawn again.
  const shown = useMemo(
    () => [
      ...names.map((name, index) => {
        const entry = kindOf(fieldNamed(model, name));
        return (
          <DataTable.Col
            key={name}
            source={name}
            label={labels.field(name)}
            align={model.components[name]?.field ? 'left' : entry.align}
            disableSort={!entry.sortable || !model.entity.byName.has(name)}
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
              const second = below[name];
              if (second === undefined || !names.includes(second)) return value;
              return (
                <div className="two-lines">
                  {value}
                  <FieldValue model={model} name={second} record={record} tight />
                </div>
              );
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
          <RowActions model={model} />
        </DataTable.Col>
      ),
    ],
    [names, below, opens, model, labels, translate, rowClick, inline, acts],
  );

  return (
    <DataTable
      body={ListRows}
      rowClick={rowClick}
      storeKey={tableKey}
      hiddenColumns={hidden}
      bulkActionButtons={bulk.any ? <></> : false}
      bulkActionsToolbar={bulk.any ? <BulkActions model={model} /> : <></>}
      sx={STICKY}
    >
      {shown}
    </DataTable>
  );
});
