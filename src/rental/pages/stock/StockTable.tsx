import { useEffect, useRef } from 'react';
import { Box, GlobalStyles, Skeleton, useTheme } from '@mui/material';
import { shortDate, useRowsInSight, type Range } from 'forecourt/admin';

export interface StockTableProps<Row> {
  readonly label: string;
  readonly dates: readonly string[];
  readonly heads: readonly [string, string];
  /** Rows in all. */
  readonly count: number;
  /** Undefined while it is under way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Hears which rows are in sight, or nearly. */
  readonly onSight?: (rows: Range) => void;
  readonly headOf: (row: Row) => readonly [string, string];
  readonly cellOf: (row: Row, day: number) => { readonly text: string; readonly title: string; readonly bad: boolean };
  readonly onCell?: (row: Row, day: number) => void;
}

/** Pixels. A day has room for `120 / 120`, and for its date in Chinese, the longest. */
const ROW = 36;
const HEAD = { phone: 150, desk: 216 };
const DAY = 68;

/** Keeps the room of rows that are not in the page. */
const Room = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <tr aria-hidden>
      <td style={{ height: rows * ROW, padding: 0, border: 0 }} />
    </tr>
  );

/**
 * Figures of store and model by day. The two heads and the days stay in sight; a figure below zero is red and has a minus. Of a hundred stores
 * there are thousands of rows: only those in sight are in the page, so rows and days have one size each.
 */
export function StockTable<Row>(props: StockTableProps<Row>) {
  const { label, dates, heads, count, rowAt, onSight, headOf, cellOf, onCell } = props;
  const { palette, breakpoints } = useTheme();
  const { divider, background } = palette;
  const box = useRef<HTMLDivElement>(null);
  const { first, last } = useRowsInSight(box, ROW, count);
  useEffect(() => onSight?.({ first, last }), [onSight, first, last]);
  const cellsOf = (row: Row) => {
    const [above, below] = headOf(row);
    return (
      <>
        <th className="stock-head" scope="row" title={`${above} · ${below}`}>
          {above}
          <small>{below}</small>
        </th>
        {dates.map((date, day) => {
          const { text, title, bad } = cellOf(row, day);
          return (
            <td key={date} title={title} className={bad ? 'stock-bad' : undefined}>
              {bad && onCell ? (
                <button type="button" aria-label={title} onClick={() => onCell(row, day)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </td>
          );
        })}
      </>
    );
  };
  return (
    <>
      <GlobalStyles
        styles={{
          '.stock-table': {
            tableLayout: 'fixed',
            width: '100%',
            minWidth: HEAD.desk + DAY * dates.length,
            borderCollapse: 'separate',
            borderSpacing: 0,
            fontSize: 12,
            fontVariantNumeric: 'tabular-nums',
          },
          '.stock-table th, .stock-table td': {
            borderBottom: `1px solid ${divider}`,
            boxSizing: 'border-box',
            padding: '0 6px',
            height: ROW,
            lineHeight: '17px',
            textAlign: 'right',
            whiteSpace: 'nowrap',
          },
          '.stock-table th': { overflow: 'hidden', textOverflow: 'ellipsis' },
          '.stock-table col:first-of-type': { width: HEAD.desk },
          [breakpoints.down('sm')]: { '.stock-table col:first-of-type': { width: HEAD.phone } },
          '.stock-table thead th': {
            position: 'sticky',
            top: 0,
            zIndex: 2,
            background: background.paper,
            fontWeight: 600,
          },
          '.stock-table .stock-head': {
            position: 'sticky',
            left: 0,
            zIndex: 1,
            textAlign: 'left',
            background: background.paper,
            borderRight: `1px solid ${divider}`,
            paddingLeft: 8,
            fontWeight: 500,
          },
          '.stock-table thead .stock-head': { zIndex: 3 },
          '.stock-table .stock-head small': {
            display: 'block',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            fontSize: 11,
            lineHeight: '15px',
            fontWeight: 400,
            opacity: 0.8,
          },
          '.stock-table .stock-bad': {
            color: 'var(--tone-late, #b3261e)',
            background: 'var(--tone-late-soft, #fde9e7)',
            fontWeight: 600,
          },
          '.stock-table button': {
            font: 'inherit',
            color: 'inherit',
            background: 'none',
            border: 0,
            width: '100%',
            height: '100%',
            minHeight: 24,
            minWidth: 24,
            textAlign: 'right',
            textDecoration: 'underline',
            cursor: 'pointer',
          },
        }}
      />
      <Box
        ref={box}
        role="region"
        aria-label={label}
        tabIndex={0}
        sx={{
          bgcolor: 'background.paper',
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          maxHeight: 'calc(100dvh - 240px)',
        }}
      >
        <table className="stock-table" aria-label={label} aria-rowcount={count + 1}>
          <colgroup>
            <col />
            {dates.map((date) => (
              <col key={date} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th className="stock-head" scope="col">
                {heads[0]}
                <small>{heads[1]}</small>
              </th>
              {dates.map((date) => (
                <th key={date} scope="col">
                  {shortDate(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Room rows={first} />
            {Array.from({ length: last - first }, (_, at) => {
              const index = first + at;
              const row = rowAt(index);
              return (
                <tr key={index} aria-rowindex={index + 2} aria-busy={row === undefined || undefined}>
                  {row === undefined ? (
                    <td className="stock-head" colSpan={dates.length + 1}>
                      <Skeleton width={HEAD.phone} />
                    </td>
                  ) : (
                    cellsOf(row)
                  )}
                </tr>
              );
            })}
            <Room rows={count - last} />
          </tbody>
        </table>
      </Box>
    </>
  );
}
