import { Fragment } from 'react';
import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { FieldValue, useLabels } from 'forecourt/admin';
import { fieldOf, type Resource } from 'forecourt/model';

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined;

interface RecordTableProps {
  readonly model: Resource;
  readonly columns: readonly string[];
  /** What stands below the row it belongs to: words of any length, and what would push the columns out of sight. */
  readonly beneath?: readonly string[];
  readonly rows: readonly RaRecord[];
  /** Names the table for who does not see it. */
  readonly label: string;
  /** One block a record at any width, as on a phone: for places that are narrow. */
  readonly stacked?: boolean;
}

/** Words about a record, each with its label. */
function Beneath({ model, names, row }: { model: Resource; names: readonly string[]; row: RaRecord }) {
  const labels = useLabels(model.name);
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        fontSize: 12,
        lineHeight: 1.6,
        whiteSpace: 'normal',
      }}
    >
      {names.map((name) => (
        <Box key={name} sx={{ display: 'flex', gap: 0.75, minWidth: 0 }}>
          <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {labels.field(name)}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <FieldValue model={model} name={name} record={row} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Records that belong to an order: a table, on a phone one block a record. */
export function RecordTable({ model, columns, beneath = [], rows, label, stacked = false }: RecordTableProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // A column that no record fills only pushes the others out of sight.
  const filled = columns.filter((name) => rows.some((row) => !isBlank(row[name])));
  const below = (row: RaRecord) => beneath.filter((name) => !isBlank(row[name]));
  const align = (name: string) => (fieldOf(model.entity, name).kind === 'money' ? 'right' : 'left');
  if (rows.length === 0)
    return (
      <Typography color="text.secondary" sx={{ fontSize: 13 }}>
        {translate('admin.list.none')}
      </Typography>
    );
  if (phone || stacked) {
    return (
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {rows.map((row) => (
          <Box
            key={row.id}
            component="li"
            sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5, '&:first-of-type': { borderTop: 0, pt: 0 } }}
          >
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.5, fontSize: 13 }}
            >
              {[...filled, ...beneath]
                .filter((name) => !isBlank(row[name]))
                .map((name) => (
                  <Box key={name} sx={{ display: 'contents' }}>
                    <Box component="dt" sx={{ color: 'text.secondary' }}>
                      {labels.field(name)}
                    </Box>
                    <Box component="dd" sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
                      <FieldValue model={model} name={name} record={row} />
                    </Box>
                  </Box>
                ))}
            </Box>
          </Box>
        ))}
      </Box>
    );
  }
  return (
    <Box tabIndex={0} role="group" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Table
        size="small"
        sx={{
          '& th, & td': { fontSize: 13, whiteSpace: 'nowrap', px: 1, height: 36, py: 0.5 },
          '& tr:last-of-type td, & tr:has(+ tr[data-beneath]) td': { borderBottom: 0 },
          '& tr[data-beneath] td': { height: 'auto', pt: 0, pb: 1 },
        }}
      >
        <TableHead>
          <TableRow>
            {filled.map((name) => (
              <TableCell key={name} align={align(name)} sx={{ fontWeight: 600 }}>
                {labels.field(name)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <TableRow>
                {filled.map((name) => (
                  <TableCell key={name} align={align(name)}>
                    <FieldValue model={model} name={name} record={row} />
                  </TableCell>
                ))}
              </TableRow>
              {below(row).length > 0 && (
                <TableRow data-beneath>
                  <TableCell colSpan={filled.length}>
                    <Beneath model={model} names={below(row)} row={row} />
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
