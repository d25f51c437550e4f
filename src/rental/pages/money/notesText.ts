import { formatNumber } from 'forecourt/admin';
import type { NoteCount } from '../../rules/index.ts';

/** How many of each note and coin were counted, `5 × 1,000 · 2 × 100`. */
export const notesText = (notes: readonly NoteCount[]): string =>
  notes.map(({ value, number }) => `${formatNumber(number)} × ${formatNumber(value)}`).join(' · ');
