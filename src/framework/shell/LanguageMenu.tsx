import { useState } from 'react';
import { Box, Button, ListItemIcon, Menu, MenuItem } from '@mui/material';
import Check from '@mui/icons-material/Check';
import Translate from '@mui/icons-material/Translate';
import { useTranslate } from 'react-admin';
import { REMEMBERED_PREFIX } from '../admin/index.ts';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES, currentLanguage } from './language.ts';

/** The three languages, each in its own words. Choosing one reloads the page. */
export function LanguageMenu() {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = currentLanguage();
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${translate('shell.language.label')}: ${LANGUAGE_NAMES[current]}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 36, minHeight: 36, px: 1, gap: 0.75, fontWeight: 400 }}
      >
        <Translate sx={{ fontSize: 18, color: 'text.secondary' }} />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {LANGUAGE_NAMES[current]}
        </Box>
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {LANGUAGES.map((language) => (
            <MenuItem
              key={language}
              lang={language}
              role="menuitemradio"
              aria-checked={language === current}
              onClick={() => chooseLanguage(language, REMEMBERED_PREFIX)}
            >
              <ListItemIcon>
                {language === current && <Check sx={{ fontSize: 18, color: 'accent.text' }} />}
              </ListItemIcon>
              {LANGUAGE_NAMES[language]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
