import type { CSSProperties } from 'react';
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

const chip: CSSProperties = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '2px 8px',
  borderRadius: 10,
  whiteSpace: 'nowrap',
  fontSize: 12,
  lineHeight: '18px',
  fontWeight: 500,
};
const dot: CSSProperties = { width: 6, height: 6, flex: 'none', border: '1.5px solid currentColor' };

/**
 * A state everywhere it is shown: a word on a soft ground with a dot; the shape of the dot differs too, never colour alone.
 *
 * @example
 * const late = <ToneChip tone="late" label="Late" />;
 */
export function ToneChip({ tone = 'neutral', label }: { tone?: Tone; label: string }) {
  const [strong, soft] = FALLBACK[tone];
  const hollow = tone === 'waiting' || tone === 'off';
  return (
    <span
      data-tone={tone}
      style={{ ...chip, color: `var(--tone-${tone}, ${strong})`, backgroundColor: `var(--tone-${tone}-soft, ${soft})` }}
    >
      <span
        aria-hidden
        style={{
          ...dot,
          borderRadius: tone === 'late' ? '1px' : '50%',
          backgroundColor: hollow ? 'transparent' : 'currentColor',
        }}
      />
      {label}
    </span>
  );
}
