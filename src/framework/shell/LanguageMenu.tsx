import { useState } from 'react';
import { Button, Menu, MenuItem } from '@mui/material';
import Translate from '@mui/icons-material/Translate';
import { useTranslate } from 'react-admin';
import { chooseLanguage, LANGUAGE_NAMES, LANGUAGES, storedLanguage } from './language.ts';

/** The three languages, each in its own words. Choosing one reloads the page. */
export function LanguageMenu() {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = storedLanguage();
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<Translate fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${translate('shell.language.label')}: ${LANGUAGE_NAMES[current]}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 0, '& .MuiButton-startIcon': { mr: { xs: 0, sm: 0.75 }, ml: 0 } }}
      >
        <span className="language-name">{LANGUAGE_NAMES[current]}</span>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {LANGUAGES.map((language) => (
          <MenuItem key={language} lang={language} selected={language === current} onClick={() => chooseLanguage(language)}>
            {LANGUAGE_NAMES[language]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
