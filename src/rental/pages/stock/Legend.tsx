import { memo } from 'react';
import { Box, useTheme } from '@mui/material';
import { LOOKS, type BarWords, type Look } from './scheduleModel.ts';

/** What the bars mean: sign, pattern and word beside the colour. */
export const Legend = memo(function Legend({ words }: { words: BarWords }) {
  const { divider } = useTheme().palette;
  return (
    <Box
      component="ul"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, fontSize: 12 }}
    >
      {(Object.keys(LOOKS) as Look[]).map((look) => {
        const { sign, tone, pattern } = LOOKS[look];
        return (
          <Box component="li" key={look} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box
              aria-hidden
              sx={{
                width: 26,
                height: 18,
                borderRadius: '4px',
                display: 'grid',
                placeItems: 'center',
                fontSize: 11,
                color: `var(--tone-${tone})`,
                backgroundColor: `var(--tone-${tone}-soft)`,
                border: pattern === 'dashed' ? '1px dashed currentColor' : `1px solid ${divider}`,
                borderLeft: '3px solid currentColor',
                ...(pattern === 'striped' && {
                  backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 7px)',
                }),
              }}
            >
              {sign}
            </Box>
            {words.word(look)}
          </Box>
        );
      })}
    </Box>
  );
});
