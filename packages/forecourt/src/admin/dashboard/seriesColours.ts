import { useTheme } from '@mui/material';

/** Colours of series, told apart by lightness as well as by hue; the first is the accent. */
export function useSeriesColours(): readonly string[] {
  const { palette } = useTheme();
  return palette.mode === 'dark'
    ? [palette.accent.text, '#f4bf4f', '#7fd052', '#71b4ff', '#bd97f2', '#8b929c', '#45cfcb', '#ff8f8a']
    : [palette.accent.text, '#d58a00', '#2c7a12', '#0a5dba', '#6a27c8', '#7b828c', '#07747a', '#c8161f'];
}
