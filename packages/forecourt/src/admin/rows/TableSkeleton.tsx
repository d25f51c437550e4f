import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';

/** The table's own shape while its rows are on the way. */
export function TableSkeleton({ columns, cards }: { columns: number; cards: boolean }) {
  const translate = useTranslate();
  const across = cards ? 1 : Math.min(columns, 8);
  return (
    <Box
      role="status"
      aria-label={translate('admin.loading')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      {Array.from({ length: cards ? 5 : 10 }, (_, row) => (
        <Box
          key={row}
          sx={{
            display: 'grid',
            gridTemplateColumns: `repeat(${across}, 1fr)`,
            gap: 2,
            px: 2,
            alignItems: 'center',
            height: cards ? 84 : 40,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {Array.from({ length: across }, (_unused, column) => (
            <Skeleton key={column} variant="text" width={`${55 + ((row * 7 + column * 13) % 40)}%`} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
