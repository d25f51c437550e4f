import { Box, InputBase, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatMoney, formatNumber } from 'forecourt/admin';
import { fromBaht, NOTES_AND_COINS, notesSum, times, toBaht } from '../../rules/index.ts';
import { notesIn } from './drawerForm.ts';

const MOST_DIGITS = 6;

/** How many of one value lie in the drawer, and what they come to. */
function NoteField({ value, at }: { readonly value: number; readonly at: number }) {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext();
  const typed = String(useWatch({ name: `notes.${at}` }) ?? '');
  const number = Number(typed);
  const change = (text: string) => {
    setValue(`notes.${at}`, text.replace(/\D/g, '').slice(0, MOST_DIGITS), { shouldDirty: true });
    const notes = notesIn(getValues());
    setValue('counted', notes.length > 0 ? toBaht(notesSum(notes)) : null, { shouldDirty: true });
  };
  return (
    <Box sx={{ display: 'contents' }}>
      <Box aria-hidden sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formatNumber(value)} ×
      </Box>
      <InputBase
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoFocus={at === 0}
        placeholder="0"
        slotProps={{
          input: {
            inputMode: 'numeric',
            autoComplete: 'off',
            'aria-label': translate('resources.payment.day.notesOf', { value: formatNumber(value) }),
            sx: { textAlign: 'right', px: 1, py: 0.5, fontVariantNumeric: 'tabular-nums' },
          },
        }}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, minHeight: { xs: 44, sm: 32 }, fontSize: 14 }}
      />
      <Box
        sx={{
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          whiteSpace: 'nowrap',
          color: number > 0 ? 'text.primary' : 'text.secondary',
        }}
      >
        {number > 0 ? formatMoney(toBaht(times(fromBaht(value), number))) : '–'}
      </Box>
    </Box>
  );
}

/** The drawer counted by note and coin: their sum is what was counted. Whoever only knows the sum enters that. */
export function NoteFields() {
  const translate = useTranslate();
  const half = Math.ceil(NOTES_AND_COINS.length / 2);
  const columns = [NOTES_AND_COINS.slice(0, half), NOTES_AND_COINS.slice(half)];
  return (
    <Box role="group" aria-label={translate('resources.drawerCount.fields.notes')}>
      <Typography sx={{ fontSize: 13, fontWeight: 500, mb: 1 }}>
        {translate('resources.drawerCount.fields.notes')}
      </Typography>
      <Box sx={{ display: 'grid', gap: { xs: 0.5, sm: 3 }, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {columns.map((values, column) => (
          <Box
            key={values[0]}
            sx={{
              ...{ display: 'grid', gridTemplateColumns: '56px 80px 1fr', columnGap: 1, rowGap: 0.5 },
              ...{ alignItems: 'center', alignContent: 'start', fontSize: 13 },
            }}
          >
            {values.map((value, row) => (
              <NoteField key={value} value={value} at={column * half + row} />
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
