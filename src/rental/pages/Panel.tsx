import { Suspense, useId, type ReactNode } from 'react';
import { Box, Skeleton, Typography } from '@mui/material';

/** One section of a page: a border and a heading, nothing else. What loads a part of itself is awaited here, and the page stays. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: 1,
          flexWrap: 'wrap',
          mb: 1.5,
        }}
      >
        <Typography id={id} component="h2" sx={{ fontSize: 15, fontWeight: 600 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      <Suspense fallback={<Skeleton variant="rounded" height={72} />}>{children}</Suspense>
    </Box>
  );
}
