import { Children, isValidElement, memo, useMemo, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Checkbox } from '@mui/material';
import { replaceEqualDeep } from '@tanstack/react-query';
import {
  RecordContextProvider,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableDataContext,
  useDataTableSelectedIdsContext,
  useDataTableStoreContext,
  useEvent,
  useNavigate,
  useResourceContext,
  useStore,
  useTranslate,
  type DataTableColumnProps,
  type Identifier,
  type RaRecord,
} from 'react-admin';
import { useMarked } from '../live/index.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';

type Column = ReactElement<DataTableColumnProps<RaRecord>>;

/** A click on these does its own thing. */
export const OWN_CLICK = 'a, button, input, label, [role="menuitem"], [role="button"]';

/** What the table says about its rows, in its `sx`. */
export const PLAIN_ROWS = {
  '& tbody td': { borderBottom: 1, borderColor: 'divider', textAlign: 'left', color: 'text.primary' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  // After the hover: a chosen row looks chosen under the pointer too.
  '& tbody tr.selected': { bgcolor: 'action.selected' },
} as const;

/** Columns of the table that the user has not hidden, in the user's order. */
export function useShown(children: ReactNode): readonly Column[] {
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext();
  const [hidden] = useStore<readonly string[]>(storeKey, defaultHiddenColumns);
  return useMemo(() => {
    const isShown = (child: ReactNode): child is Column => {
      if (!isValidElement<DataTableColumnProps>(child)) return false;
      const { source, label } = child.props;
      return !hidden.includes(source ?? (label as string));
    };
    return Children.toArray(children).filter(isShown);
  }, [children, hidden]);
}

interface RowProps {
  readonly resource: string;
  readonly record: RaRecord;
  readonly columns: readonly Column[];
  readonly selected: boolean;
  /** Absent when a click opens nothing. */
  readonly onOpen?: (record: RaRecord, event: MouseEvent<HTMLElement>) => void;
  /** Absent when rows cannot be selected. */
  readonly onToggle?: (id: Identifier, event: MouseEvent) => void;
}

/** One row: opens its record on a click, with a selection box whose input (not its wrapper) has the name. */
function Row({ resource, record, columns, selected, onOpen, onToggle }: RowProps) {
  const translate = useTranslate();
  const marked = useMarked(resource, record.id);
  return (
    <RecordContextProvider value={record}>
      <tr
        onClick={onOpen && ((event) => onOpen(record, event))}
        className={selected ? 'selected' : undefined}
        data-changed={marked || undefined}
        style={onOpen && { cursor: 'pointer' }}
      >
        {onToggle && (
          <td className="MuiTableCell-paddingCheckbox">
            <Checkbox
              size="small"
              checked={selected}
              onClick={(event) => onToggle(record.id, event)}
              slotProps={{ input: { 'aria-label': translate('admin.bulk.select', { id: record.id }) } }}
            />
          </td>
        )}
        {columns.map(({ key, props: { align, className, render, children } }) => (
          <td key={key} className={className} style={align === 'right' ? { textAlign: 'right' } : undefined}>
            {children ?? render?.(record)}
          </td>
        ))}
      </tr>
    </RecordContextProvider>
  );
}

/** Rows that come again as they were, remembered ones above all, are not drawn again. */
const ListRow = memo(
  Row,
  ({ record: before, ...then }, { record, ...now }) =>
    replaceEqualDeep(before, record) === before &&
    (Object.keys({ ...then, ...now }) as (keyof typeof now)[]).every((name) => then[name] === now[name]),
);

/**
 * The rows of react-admin's table as plain elements that the table styles once. A page of a list has some three
 * hundred cells. A styled component for each would take longer than everything else on the page.
 */
export function ListRows({ children }: { children?: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const link = useRecordLink(resource);
  const navigate = useNavigate();
  const { hasBulkActions = false } = useDataTableConfigContext();
  const { handleToggleItem, rowClick } = useDataTableCallbacksContext();
  const rows = useDataTableDataContext();
  const selected = useDataTableSelectedIdsContext();
  const columns = useShown(children);

  const open = useEvent((record: RaRecord, event: MouseEvent<HTMLElement>) => {
    if (rowClick !== 'edit' && rowClick !== 'show') return;
    if ((event.target as HTMLElement).closest(OWN_CLICK) || window.getSelection()?.toString()) return;
    navigate(link(rowClick, record.id));
  });
  return (
    <tbody>
      {rows?.map((record) => (
        <ListRow
          key={record.id}
          resource={resource}
          record={record}
          columns={columns}
          selected={selected?.includes(record.id) ?? false}
          onOpen={rowClick ? open : undefined}
          onToggle={hasBulkActions ? handleToggleItem : undefined}
        />
      ))}
    </tbody>
  );
}
