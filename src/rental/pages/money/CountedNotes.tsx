import { Box } from '@mui/material';
import type { DisplayProps } from 'forecourt/admin';
import type { NoteCount } from '../../rules/index.ts';
import { notesText } from './notesText.ts';

/** The notes and coins of a count in a cell of the list; nothing where somebody entered the sum. */
export default function CountedNotes({ value }: Pick<DisplayProps, 'value'>) {
  const text = notesText((value as readonly NoteCount[] | null) ?? []);
  return (
    <Box
      component="span"
      sx={{ display: 'block', maxWidth: 220, whiteSpace: 'normal', fontVariantNumeric: 'tabular-nums' }}
    >
      {text}
    </Box>
  );
}
