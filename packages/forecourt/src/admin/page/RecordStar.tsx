import { lazy, Suspense } from 'react';
import { Box } from '@mui/material';
import type { Identifier } from 'react-admin';

const StarButton = lazy(() => import('./StarButton.tsx'));

/** The star of a record's page, in its place from the beginning. */
export function RecordStar({ resource, id }: { resource: string; id: Identifier }) {
  return (
    <Box sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 }, flex: 'none' }}>
      <Suspense>
        <StarButton resource={resource} id={Number(id)} />
      </Suspense>
    </Box>
  );
}
