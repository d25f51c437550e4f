import {
  Alert,
  Box,
  Button,
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
import { choiceWords, kindOfQuestion } from './choiceWords.ts';

const CHECKED = ['creates', 'updates', 'unchanged', 'bad'] as const;
const WRITTEN = ['created', 'updated', 'unchanged', 'failed', 'bad'] as const;

interface ImportReportProps {
  readonly state: ImportState;
  readonly onPage: (page: number) => void;
  /** Undefined where the file cannot be read another time. */
  readonly onAskAgain: (() => void) | undefined;
}

/** How the file was read where that had to be chosen, or where its columns are not named by its first row. */
function ReadAs({ state: { answers, headerRow }, onAskAgain }: Pick<ImportReportProps, 'state' | 'onAskAgain'>) {
  const translate = useTranslate();
  if (answers.length === 0 && headerRow === 1) return null;
  return (
    <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
      {headerRow > 1 && <Typography>{translate('admin.import.headerRow', { row: headerRow })}</Typography>}
      {answers
        .filter(({ about }) => about !== 'header')
        .map(({ about, label, value }) => (
          <Typography key={about}>
            {label || translate(`admin.import.about.${kindOfQuestion(about)}`)}: {choiceWords(translate, about, value)}
          </Typography>
        ))}
      {onAskAgain && (
        <Button size="small" onClick={onAskAgain}>
          {translate('admin.import.ask.again')}
        </Button>
      )}
    </Stack>
  );
}

/** What a file was found to hold: columns recognised or not, counts, and what is wrong by row and column. */
export function ImportReport({ state, onPage, onAskAgain }: ImportReportProps) {
  const translate = useTranslate();
  const counts = state.state === 'checked' ? CHECKED : WRITTEN;
  const left = state.columns.filter(({ field }) => field === null);
  return (
    <Stack spacing={2}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate('admin.import.file', { name: state.fileName, encoding: state.encoding, count: state.rows })}
      </Typography>
      <ReadAs state={state} onAskAgain={onAskAgain} />
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
