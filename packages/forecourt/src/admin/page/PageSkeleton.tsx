import { useEffect, useState } from 'react';
import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LoadTimeout } from '../values/loadFault.ts';

/** A script that has not come by then will not come (D-SHELL-14). */
export const CHUNK_LIMIT_MS = 120_000;

/**
 * What a page shows until its code and schema are here: the shape of a title and a table. After two minutes it throws, so that the page's
 * error boundary offers to load again.
 */
export function PageSkeleton() {
  const translate = useTranslate();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CHUNK_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new LoadTimeout(`nothing to show after ${CHUNK_LIMIT_MS / 1000} s`);
  return (
    <Box role="status" aria-label={translate('admin.loading')} sx={{ p: { xs: 2, sm: 3 } }}>
      <Skeleton variant="text" width={200} height={36} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={28} sx={{ mt: 1.5 }} />
      ))}
    </Box>
  );
}
