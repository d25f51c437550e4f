import { useState } from 'react';
import { Box, Button, ListItemIcon, Menu, MenuItem } from '@mui/material';
import Check from '@mui/icons-material/Check';
import Translate from '@mui/icons-material/Translate';
import { useTranslate } from 'react-admin';
import { REMEMBERED_PREFIX } from '../admin/index.ts';
import { TOUCH } from '../admin/index.ts';
import { chooseLanguage, currentLanguage, languageName, languages } from './language.ts';

/** The languages of the application, each in its own words; nothing where there is but one. Choosing one reloads the page. */
export function LanguageMenu() {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = currentLanguage();
  if (languages().length === 1) return null;
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${translate('shell.language.label')}: ${languageName(current)}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          minWidth: 36,
          minHeight: 36,
          [TOUCH]: { minWidth: 44, minHeight: 44 },
          px: 1,
          gap: 0.75,
          fontWeight: 400,
        }}
      >
        <Translate sx={{ fontSize: 18, color: 'text.secondary' }} />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {languageName(current)}
        </Box>
      </Button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {languages().map(({ code, name }) => (
            <MenuItem
              key={code}
              lang={code}
              role="menuitemradio"
              aria-checked={code === current}
              onClick={() => chooseLanguage(code, REMEMBERED_PREFIX)}
            >
              <ListItemIcon>{code === current && <Check sx={{ fontSize: 18, color: 'accent.text' }} />}</ListItemIcon>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
