import { Box, Typography } from '@mui/material';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { useLocaleState, useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useOtherEditors } from '../live/index.ts';
import { usePageVisible } from './pageState.ts';

/** Hours and minutes of a wall clock. */
const HOURS = { from: 11, to: 16 } as const;

/**
 * Who else has the record open in a form, and since when; nothing while nobody has. Said once to who listens to the page, without taking the cursor
 * away. `edits`: it is open in a form here, which others are told.
 */
export function OtherEditors({ model, id, edits }: { model: Resource; id: Identifier; edits: boolean }) {
  const translate = useTranslate();
  const [language] = useLocaleState();
  const others = useOtherEditors({
    resource: model.name,
    id: Number(id),
    edits,
    onScreen: usePageVisible(),
    live: model.live !== false,
  });
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(others.map(({ name }) => name));
  const time = others[0]?.since.slice(HOURS.from, HOURS.to) ?? '';
  return (
    <Box role="status" sx={{ '@media print': { display: 'none' } }}>
      {others.length > 0 && (
        <Typography
          component="p"
          color="text.secondary"
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 13 }}
        >
          <EditOutlined aria-hidden sx={{ fontSize: 16, flex: 'none' }} />
          {translate('admin.editing.others', { names, time, smart_count: others.length })}
        </Typography>
      )}
    </Box>
  );
}
