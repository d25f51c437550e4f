import type { ReactNode } from 'react';
import { Box, Table, TableBody, TableCell, TableHead, TableRow, useMediaQuery, type Theme } from '@mui/material';

/** One column of a `FigureTable`: its label and how it draws the cell of a row. */
export interface FigureColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly align?: 'right';
  /** `''` where there is nothing to say. */
  cell(row: Row): ReactNode;
}

interface FigureTableProps<Row> {
  readonly label: string;
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
  /** Cells of the last row, which adds up the others. */
  readonly foot?: readonly ReactNode[];
}

const figure = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

/** One row on a phone: its first cell, and below it what else it says, label beside value. */
function Block({ labels, cells, strong }: { labels: readonly string[]; cells: readonly ReactNode[]; strong: boolean }) {
  const [first, ...others] = cells;
  return (
    <Box
      component="li"
      sx={{ borderTop: 1, borderColor: 'divider', pt: 1, '&:first-of-type': { borderTop: 0, pt: 0 } }}
    >
      <Box sx={{ fontSize: 13, fontWeight: strong ? 600 : 500 }}>{first}</Box>
      <Box component="dl" sx={{ m: 0, fontSize: 13 }}>
        {others.map((cell, index) =>
          cell === '' ? null : (
            <Box
              key={labels[index + 1]}
              sx={{
                display: 'flex',
                alignItems: 'baseline',
                justifyContent: 'space-between',
                gap: 2,
                fontWeight: strong ? 600 : undefined,
              }}
            >
              <Box component="dt" sx={{ color: 'text.secondary', minWidth: '35%' }}>
                {labels[index + 1]}
              </Box>
              <Box
                component="dd"
                sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere', ...figure, whiteSpace: 'normal' }}
              >
                {cell}
              </Box>
            </Box>
          ),
        )}
      </Box>
    </Box>
  );
}

/** Figures in columns; on a phone, where columns would be out of sight, one block a row. */
export function FigureTable<Row>({ label, columns, rows, keyOf, foot }: FigureTableProps<Row>) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (phone) {
    const labels = columns.map((column) => column.label);
    return (
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {rows.map((row, index) => (
          <Block key={keyOf(row, index)} labels={labels} cells={columns.map((one) => one.cell(row))} strong={false} />
        ))}
        {foot && <Block labels={labels} cells={foot} strong />}
      </Box>
    );
  }
  return (
    <Box tabIndex={0} role="group" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ '& th, & td': { fontSize: 13, px: 1, height: 36, py: 0.5, whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={keyOf(row, index)}>
              {columns.map((column) => (
                <TableCell key={column.key} align={column.align} sx={figure}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {foot && (
          <TableBody>
            <TableRow sx={{ '& td': { fontWeight: 600, color: 'text.primary' } }}>
              {foot.map((cell, index) => (
                <TableCell key={columns[index]!.key} align={columns[index]!.align} sx={figure}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          </TableBody>
        )}
      </Table>
    </Box>
  );
}
