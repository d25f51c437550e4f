import { useEffect, useRef, useState } from 'react';
import { InputAdornment, TextField } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { isVisible, useShortcut } from '../shortcuts/shortcuts.ts';
import { searchWidth } from './filterWidths.ts';

/** Search over the list's main properties; `/` brings the cursor here from anywhere on the page. */
export function KeywordInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }

  useShortcut({
    keys: '/',
    label: 'admin.shortcuts.search',
    run: () => input.current?.focus(),
    inSight: () => isVisible(input.current),
  });

  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), 350);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);

  return (
    <TextField
      size="small"
      type="search"
      inputRef={input}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(text.trim())}
      placeholder={translate('admin.filter.search')}
      sx={searchWidth}
      slotProps={{
        htmlInput: { 'aria-label': translate('admin.filter.searchLabel'), 'aria-keyshortcuts': '/', maxLength: 100 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search sx={{ fontSize: 18 }} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
