import { useMediaQuery, type Theme } from '@mui/material';
import { DataTable, type RaRecord } from 'react-admin';
import { maySortBy, openingColumn, type Relation, type Resource } from '../../model/index.ts';
import { FirstCell } from '../list/FirstCell.tsx';
import { ListCards } from '../list/ListCards.tsx';
import { ListHead, PLAIN_HEAD } from '../list/ListHead.tsx';
import { ListRows, PLAIN_ROWS } from '../list/ListRows.tsx';
import { TWO_LINES, withSecondLine } from '../list/twoLines.tsx';
import { useRowClick } from '../rows/useRowClick.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { kindOf } from '../values/kinds.ts';
import { useLabels } from '../values/labels.ts';
import { isBack, relatedColumns } from './relatedColumns.ts';

const COMPACT = {
  '& .RaDataTable-tableWrapper': {
    overflow: 'auto',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
  '& td, & th': { height: 36, py: 0, px: 1.5, fontSize: 13, whiteSpace: 'nowrap' },
  '& td [data-field]': {
    display: 'inline-block',
    maxWidth: 240,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'middle',
  },
  ...TWO_LINES,
  '& tr:has(.two-lines) td': { height: 40 },
  ...PLAIN_HEAD,
  ...PLAIN_ROWS,
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const;

/** The first columns of the resource's own list, with their second lines, without the one that leads back here, in every row the same. */
export function RelatedTable({ model, relation }: { model: Resource; relation: Relation }) {
  const labels = useLabels(model.name);
  const rowClick = useRowClick(model);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const columns = relatedColumns(model, relation);
  const opens = openingColumn(model.entity, columns);
  if (phone) return <ListCards model={model} />;
  return (
    <DataTable
      head={ListHead}
      body={ListRows}
      rowClick={rowClick}
      storeKey={`related.${model.name}.${relation.field}`}
      bulkActionButtons={false}
      bulkActionsToolbar={<></>}
      sx={COMPACT}
    >
      {columns.map((name) => {
        const entry = kindOf(fieldNamed(model, name));
        const below = model.list.below[name];
        const second = below === undefined || isBack(model, relation, below) ? undefined : below;
        return (
          <DataTable.Col
            key={name}
            source={name}
            label={labels.field(name)}
            data-below={second === undefined ? undefined : labels.field(second)}
            align={entry.align}
            disableSort={!entry.sortable || !model.entity.byName.has(name) || !maySortBy(model, name)}
            render={(record: RaRecord) => {
              const value =
                name === opens ? (
                  <FirstCell model={model} name={name} record={record} link={rowClick} />
                ) : (
                  <FieldValue model={model} name={name} record={record} tight />
                );
              return withSecondLine(value, model, second, record);
            }}
          />
        );
      })}
    </DataTable>
  );
}
