import type { ReactNode } from 'react';
import { Box, GlobalStyles, useTheme } from '@mui/material';
import { shortDate } from '../../../framework/admin/index.ts';

interface StockTableProps<Row> {
  readonly label: string;
  readonly dates: readonly string[];
  readonly heads: readonly [string, string];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly headOf: (row: Row) => readonly [ReactNode, ReactNode];
  readonly cellOf: (row: Row, day: number) => { readonly text: string; readonly title: string; readonly bad: boolean };
  readonly onCell?: (row: Row, day: number) => void;
}

/** Figures of store and model by day. The two heads and the days stay in sight; a figure below zero is red and has a minus. */
export function StockTable<Row>({ label, dates, heads, rows, keyOf, headOf, cellOf, onCell }: StockTableProps<Row>) {
  const { divider, background } = useTheme().palette;
  return (
    <>
      <GlobalStyles
        styles={{
          '.stock-table': {
            borderCollapse: 'separate',
            borderSpacing: 0,
            fontSize: 12,
            fontVariantNumeric: 'tabular-nums',
          },
          '.stock-table th, .stock-table td': {
            borderBottom: `1px solid ${divider}`,
            padding: '0 8px',
            height: 34,
            textAlign: 'right',
            whiteSpace: 'nowrap',
          },
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
            fontWeight: 500,
          },
          '.stock-table thead .stock-head': { zIndex: 3 },
          '.stock-table .stock-head small': { display: 'block', fontSize: 11, fontWeight: 400, opacity: 0.8 },
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
        <table className="stock-table" aria-label={label}>
          <thead>
            <tr>
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
            {rows.map((row) => {
              const [above, below] = headOf(row);
              return (
                <tr key={keyOf(row)}>
                  <th className="stock-head" scope="row">
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
                </tr>
              );
            })}
          </tbody>
        </table>
      </Box>
    </>
  );
}
