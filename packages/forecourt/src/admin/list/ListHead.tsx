import type { ReactNode } from 'react';
import {
  SelectPageCheckbox,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSortContext,
  useTranslate,
} from 'react-admin';
import { useShown } from './ListRows.tsx';

/** What the table says about its head, in its `sx`. */
export const PLAIN_HEAD = {
  '& thead th': {
    borderBottom: 1,
    borderColor: 'divider',
    bgcolor: 'background.paper',
    color: 'text.secondary',
    textAlign: 'left',
    fontWeight: 600,
  },
  '& .sort-button': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 28,
    m: 0,
    p: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    cursor: 'pointer',
  },
  // The currency of a column of amounts stands here once, not in each of its cells.
  '& th [data-unit]::after': { content: '" (" attr(data-unit) ")"', whiteSpace: 'pre' },
  '& td [data-unit]': { display: 'none' },
  '& [aria-sort] .sort-button': { color: 'text.primary' },
  // Seen under the pointer and on the one column that is sorted by: it takes no room from the others.
  '& .sort-arrow': {
    position: 'absolute',
    left: '100%',
    color: 'text.secondary',
    opacity: 0,
    transition: 'opacity 80ms',
  },
  '& .sort-button:hover .sort-arrow': { opacity: 0.5 },
  '& [aria-sort] .sort-arrow': { opacity: 1 },
  '& [aria-sort=ascending] .sort-arrow': { transform: 'rotate(180deg)' },
} as const;

/** What a column says of its head beside its label. */
interface HeadOfColumn {
  /** The label of the second line of its cells. */
  readonly 'data-below'?: string;
  /** What all its amounts are in. */
  readonly 'data-unit'?: string;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Points down: large values first. */
function SortArrow() {
  return (
    <svg className="sort-arrow" viewBox="0 0 24 24" width={16} height={16} aria-hidden>
      <path d="M12 4.5v14m-6.5-6.5 6.5 6.5 6.5-6.5" fill="none" stroke="currentColor" strokeWidth={2} />
    </svg>
  );
}

/**
 * The head of react-admin's table as plain elements, as its rows are (ListRows). A styled cell with a tooltip for each
 * column had the whole page drawn twice.
 */
export function ListHead({ children }: { children?: ReactNode }) {
  const translate = useTranslate();
  const columns = useShown(children);
  const sort = useDataTableSortContext();
  const { handleSort } = useDataTableCallbacksContext();
  const { hasBulkActions = false } = useDataTableConfigContext();
  const saysHow = (label: string, order: 'ASC' | 'DESC'): string =>
    translate('ra.sort.sort_by', {
      field: label,
      field_lower_first: lowerFirst(label),
      order: translate(`ra.sort.${order}`),
    });
  return (
    <thead>
      <tr>
        {hasBulkActions && (
          <th className="MuiTableCell-paddingCheckbox">
            <SelectPageCheckbox />
          </th>
        )}
        {columns.map(
          ({ key, props: { source, label, align, className, disableSort, sortByOrder = 'ASC', ...cell } }) => {
            const sorted = sort?.field === source ? sort?.order : undefined;
            const next = sorted ? (sorted === 'ASC' ? 'DESC' : 'ASC') : sortByOrder;
            const { 'data-below': below, 'data-unit': unit } = cell as HeadOfColumn;
            return (
              <th
                key={key}
                scope="col"
                className={className}
                style={align === 'right' ? { textAlign: 'right' } : undefined}
                aria-sort={sorted && (sorted === 'ASC' ? 'ascending' : 'descending')}
                data-below={below}
              >
                {handleSort && sort && !disableSort && source && typeof label === 'string' ? (
                  <button
                    type="button"
                    className="sort-button"
                    title={saysHow(label, next)}
                    data-field={source}
                    data-unit={unit}
                    data-order={sortByOrder}
                    onClick={handleSort}
                  >
                    {label}
                    <SortArrow />
                  </button>
                ) : unit === undefined ? (
                  label
                ) : (
                  <span data-unit={unit}>{label}</span>
                )}
              </th>
            );
          },
        )}
      </tr>
    </thead>
  );
}
