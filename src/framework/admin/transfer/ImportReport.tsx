import {
  Alert,
  Box,
  Chip,
  Pagination,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ImportState } from '../../model/index.ts';

const CHECKED = ['creates', 'updates', 'unchanged', 'bad'] as const;
const WRITTEN = ['created', 'updated', 'unchanged', 'failed', 'bad'] as const;

/** What a file was found to hold: columns recognised or not, counts, and what is wrong by row and column. */
export function ImportReport({ state, onPage }: { state: ImportState; onPage: (page: number) => void }) {
  const translate = useTranslate();
  const counts = state.state === 'checked' ? CHECKED : WRITTEN;
  const left = state.columns.filter(({ field }) => field === null);
  return (
    <Stack spacing={2}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate('admin.import.file', { name: state.fileName, encoding: state.encoding, count: state.rows })}
      </Typography>
      <Box
        component="ul"
        aria-label={translate('admin.import.columns')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, m: 0, p: 0 }}
      >
        {state.columns.map(({ header, field, label }, index) => (
          <Box component="li" key={index} sx={{ listStyle: 'none' }}>
            <Chip
              size="small"
              variant="outlined"
              color={field === null ? 'warning' : 'default'}
              label={field === null || label === header ? header || `#${index + 1}` : `${header} → ${label}`}
            />
          </Box>
        ))}
      </Box>
      {left.length > 0 && (
        <Alert severity="warning">
          {left.map(({ header, as }, index) => (
            <div key={index}>{translate(`admin.import.left.${as}`, { header })}</div>
          ))}
        </Alert>
      )}
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {counts.map((name) => (
          <Typography
            key={name}
            component="span"
            color={state[name] > 0 && (name === 'bad' || name === 'failed') ? 'error' : undefined}
          >
            {translate(`admin.import.count.${name}`, { count: state[name] })}
          </Typography>
        ))}
      </Box>
      {state.errors.length > 0 && (
        <Box
          sx={{ overflowX: 'auto', maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: 1 }}
          tabIndex={0}
          role="region"
          aria-label={translate('admin.import.errors')}
        >
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                {['row', 'column', 'message'].map((name) => (
                  <TableCell key={name}>{translate(`admin.import.${name}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {state.errors.map(({ row, field, label, message }) => (
                <TableRow key={`${row} ${field}`}>
                  <TableCell>{row}</TableCell>
                  <TableCell>{label}</TableCell>
                  <TableCell>{message}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {state.errorPages > 1 && (
        <Pagination size="small" count={state.errorPages} onChange={(_, page) => onPage(page)} />
      )}
    </Stack>
  );
}
