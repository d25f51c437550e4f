import type { ReactNode } from 'react';
import { Box } from '@mui/material';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  /** The one that the clerk reads out. */
  readonly strong?: boolean;
}

/** Sums and facts that a dialog shows before it does something: label left, figure right. It announces what changes while typing. */
export function Figures({ rows, busy = false }: { rows: readonly Figure[]; busy?: boolean }) {
  return (
    <Box
      role="status"
      aria-busy={busy}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1, opacity: busy ? 0.6 : 1 }}
    >
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5, fontSize: 13 }}
      >
        {rows.map(({ label, value, strong }) => (
          <Box key={label} sx={{ display: 'contents', ...(strong ? { '& > *': { fontWeight: 600 } } : {}) }}>
            <Box component="dt" sx={{ color: strong ? 'text.primary' : 'text.secondary' }}>
              {label}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
            >
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
