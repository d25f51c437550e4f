import { useEffect, useRef, useState } from 'react';
import { InputAdornment, TextField } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';

/** Somebody is typing already: `/` is a character then. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

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

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      // Kept-alive pages stay mounted: only the visible one takes the key.
      if (event.key !== '/' || isTyping(event.target) || !input.current?.checkVisibility?.()) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

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
      sx={{ width: { xs: '100%', sm: 240 } }}
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
