import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What a page shows until its code and schema are here: the shape of a title and a table. */
export function PageSkeleton() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('admin.loading')} sx={{ p: { xs: 2, sm: 3 } }}>
      <Skeleton variant="text" width={200} height={36} />
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} variant="rounded" height={28} sx={{ mt: 1.5 }} />
      ))}
    </Box>
  );
}
