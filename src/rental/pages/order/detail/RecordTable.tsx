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
import { FieldValue, useLabels } from '../../../../framework/admin/index.ts';
import { fieldOf, type Resource } from '../../../../framework/model/index.ts';

const isBlank = (value: unknown): boolean => value === '' || value === null || value === undefined;

interface RecordTableProps {
  readonly model: Resource;
  readonly columns: readonly string[];
  readonly rows: readonly RaRecord[];
  /** Names the table for who does not see it. */
  readonly label: string;
}

/** Records that belong to an order: a table, on a phone one block a record. */
export function RecordTable({ model, columns, rows, label }: RecordTableProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // A column that no record fills only pushes the others out of sight.
  const filled = columns.filter((name) => rows.some((row) => !isBlank(row[name])));
  const align = (name: string) => (fieldOf(model.entity, name).kind === 'money' ? 'right' : 'left');
  if (rows.length === 0)
    return (
      <Typography color="text.secondary" sx={{ fontSize: 13 }}>
        {translate('admin.list.none')}
      </Typography>
    );
  if (phone) {
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
              {filled
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
          '& tr:last-of-type td': { borderBottom: 0 },
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
            <TableRow key={row.id}>
              {filled.map((name) => (
                <TableCell key={name} align={align(name)}>
                  <FieldValue model={model} name={name} record={row} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
