import { useEffect, useState } from 'react';
import { Box } from '@mui/material';
import { CHUNK_LIMIT_MS } from '../admin/index.ts';
import { ErrorPanel } from './PageErrorBoundary.tsx';

/** Where header, menu and page will be, while the application itself is on its way; after two minutes the offer to try again. */
export function ShellSkeleton() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CHUNK_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (late) return <ErrorPanel />;
  return (
    <Box aria-busy="true" sx={{ height: 48, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }} />
  );
}
