import { Box } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { SEARCHED_CHOICES } from '../controls/searchedChoices.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { TOUCH } from '../runtime/touch.ts';
import type { FilterEntry } from './filterModel.ts';
import { endWidth, filterWidth, searchWidth, WIDE } from './filterWidths.ts';

/** As an empty input of the theme looks (themeInputs.ts). */
const BOX = {
  boxSizing: 'border-box',
  height: 34,
  [TOUCH]: { height: 44 },
  border: '1px solid var(--input-line)',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;

const CAPTIONED = {
  fontSize: 13,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&::after': { content: '""', display: 'block', mt: 0.5, ...BOX },
} as const;

const ONE_LINE = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  gap: 0.5,
  width: { xs: '100%', sm: 'auto' },
} as const;

/** Where a filter that nothing is chosen in will stand (useSecondFrame): as wide, as high, and as it looks. `choice`: one chooses which range it is. */
export function FilterPlace({ entry, label, choice }: { entry: FilterEntry; label: string; choice: boolean }) {
  const translate = useTranslate();
  const { model } = useAdminRuntime();
  const { input, codes = '' } = entry;
  if (input === 'dateRange' || input === 'numberRange') {
    const captions = [translate('admin.filter.from', { name: label }), translate('admin.filter.to')];
    return (
      <Box aria-hidden sx={ONE_LINE}>
        {choice && <Box sx={{ ...CAPTIONED, ...filterWidth(WIDE.text) }}>{translate('admin.filter.by')}</Box>}
        {captions.map((caption) => (
          <Box key={caption} sx={{ ...CAPTIONED, ...endWidth(WIDE[input]) }}>
            {caption}
          </Box>
        ))}
      </Box>
    );
  }
  const searched = (model.codes[codes]?.length ?? 0) > SEARCHED_CHOICES;
  const wide = input === 'keyword' ? WIDE.text : searched ? WIDE.searchedCodes : WIDE[input];
  return (
    <Box aria-hidden sx={{ ...CAPTIONED, ...filterWidth(wide) }}>
      {label}
    </Box>
  );
}

/** The same of the search. */
export function KeywordPlace() {
  const translate = useTranslate();
  return (
    <Box
      aria-hidden
      sx={{
        ...BOX,
        ...searchWidth,
        display: 'flex',
        alignItems: 'center',
        // As MUI has the icon within the box, and the text after it.
        gap: '19px',
        px: '13px',
        fontSize: { xs: 16, sm: 14 },
      }}
    >
      <Search sx={{ fontSize: 18, color: 'action.active' }} />
      <Box component="span" sx={{ color: 'text.secondary', overflow: 'hidden', whiteSpace: 'nowrap' }}>
        {translate('admin.filter.search')}
      </Box>
    </Box>
  );
}
