import type { Theme } from '@mui/material';

/** A button beside a labelled input stands level with the input, also while an error stands below that. */
export const BESIDE_INPUT = {
  flex: 'none',
  minHeight: 34,
  mt: (theme: Theme) => `calc(13px * ${theme.typography.body2.lineHeight} + 4px)`,
} as const;
