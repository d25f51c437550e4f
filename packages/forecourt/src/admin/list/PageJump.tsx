import { useState, type FormEvent } from 'react';
import { Box, InputBase } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useTexts } from '../values/labels.ts';

interface PageJumpProps {
  readonly pages: number;
  readonly onGo: (page: number) => void;
}

/** Goes to a page by its number: of many pages the arrows reach only the nearest. A number beyond the last one is the last. */
export default function PageJump({ pages, onGo }: PageJumpProps) {
  useTexts('admin.pages');
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const page = Number(typed);
    setTyped('');
    if (Number.isInteger(page) && page > 0) onGo(Math.min(page, pages));
  };
  return (
    <Box component="form" onSubmit={go} sx={{ display: { xs: 'none', sm: 'block' } }}>
      <InputBase
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 6))}
        placeholder={translate('admin.pages.goTo')}
        slotProps={{ input: { 'aria-label': translate('admin.pages.goTo'), inputMode: 'numeric' } }}
        sx={{
          fontSize: 13,
          width: 88,
          px: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          '& input::placeholder': { opacity: 0.8 },
        }}
      />
    </Box>
  );
}
