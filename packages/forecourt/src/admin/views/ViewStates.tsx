import type { ReactNode } from 'react';
import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { formatNumber } from '../values/format.ts';
import { countText } from '../rows/countText.ts';
import { TableSkeleton } from '../rows/TableSkeleton.tsx';
import type { ViewRows } from './useViewRows.ts';

/** What every view without pages says: that it loads, that it failed and how to go on, and that there is more than it shows. */
export function ViewStates({ source, children }: { source: ViewRows; children: ReactNode }) {
  const { rows, total, atLeast, loading, error, retry } = source;
  const translate = useTranslate();
  if (loading && !error) return <TableSkeleton columns={4} cards={false} />;
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      {error && <LoadProblem error={error} onRetry={retry} sentence="admin.list.failed" />}
      {total > rows.length && rows.length > 0 && (
        <Alert severity="info">
          {translate('admin.views.more', { shown: formatNumber(rows.length), total: countText(total, atLeast) })}
        </Alert>
      )}
      {(!error || rows.length > 0) && children}
    </Box>
  );
}
