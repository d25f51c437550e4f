import type { ReactNode } from 'react';
import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';

/** Props of `Fact`. */
export interface FactProps {
  readonly label: string;
  /** Takes the whole line of its grid. */
  readonly wide?: boolean;
  /** The heading above says it already: for who hears it only. */
  readonly said?: boolean;
  readonly children: ReactNode;
}

/** Facts beside each other, three in a line where there is room. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(3, minmax(0, 1fr))' } }}
  >
    {children}
  </Box>
);

/**
 * Label above value, one of a `dl`.
 *
 * @example
 * const facts = (
 *   <Facts>
 *     <Fact label="Pages">412</Fact>
 *   </Facts>
 * );
 */
export function Fact({ label, wide = false, said = false, children }: FactProps) {
  return (
    <Box sx={{ minWidth: 0, ...(wide && { gridColumn: '1 / -1' }) }}>
      <Box component="dt" style={said ? visuallyHidden : undefined} sx={{ fontSize: 12, color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  );
}
