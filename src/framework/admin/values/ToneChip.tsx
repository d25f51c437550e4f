import { Box } from '@mui/material';
import type { Tone } from '../../model/index.ts';

/**
 * Colours of the six tones, as variables the theme sets (`--tone-<tone>` and `--tone-<tone>-soft`; dark and colour-weak palettes
 * differ). The fallbacks keep 4.5 : 1 on white.
 */
const FALLBACK: Readonly<Record<Tone, readonly [strong: string, soft: string]>> = {
  waiting: ['#8a4b00', '#fff2df'],
  active: ['#0b5cad', '#e6f1fc'],
  done: ['#1b6e35', '#e5f5e9'],
  late: ['#b3261e', '#fde9e7'],
  off: ['#5c6066', '#eeeff1'],
  neutral: ['#44484e', '#f1f2f4'],
};

/** A state everywhere it is shown: a word on a soft ground with a dot; the shape of the dot differs too, never colour alone. */
export function ToneChip({ tone = 'neutral', label }: { tone?: Tone; label: string }) {
  const [strong, soft] = FALLBACK[tone];
  const hollow = tone === 'waiting' || tone === 'off';
  return (
    <Box
      component="span"
      data-tone={tone}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        py: '2px',
        borderRadius: '10px',
        whiteSpace: 'nowrap',
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        color: `var(--tone-${tone}, ${strong})`,
        backgroundColor: `var(--tone-${tone}-soft, ${soft})`,
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 6,
          height: 6,
          flex: 'none',
          borderRadius: tone === 'late' ? '1px' : '50%',
          border: '1.5px solid currentColor',
          backgroundColor: hollow ? 'transparent' : 'currentColor',
        }}
      />
      {label}
    </Box>
  );
}
