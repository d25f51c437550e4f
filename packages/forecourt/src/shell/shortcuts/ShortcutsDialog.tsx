import { useState } from 'react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelsOf, shortcutsInSight, useTexts } from '../../admin/index.ts';
import { useHelp } from './useHelp.ts';

const key = {
  display: 'inline-block',
  px: 0.75,
  minWidth: 24,
  textAlign: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: '4px',
  fontFamily: 'inherit',
  fontSize: 12,
  lineHeight: '20px',
} as const;

/** What the page below is for, and the keys that do something on it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useTexts('admin.shortcuts');
  useTexts('shell.later');
  useTexts('resources.name');
  const translate = useTranslate();
  // As the page was when the dialog opened: behind it nothing is in sight.
  const [shortcuts] = useState(shortcutsInSight);
  const help = useHelp();
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts-title" maxWidth="xs" fullWidth>
      {help && (
        <Box component="section" aria-labelledby="help-title" sx={{ flex: 'none' }}>
          <DialogTitle id="help-title">{help.title}</DialogTitle>
          <DialogContent sx={{ lineHeight: 1.6 }}>{help.text}</DialogContent>
        </Box>
      )}
      <DialogTitle id="shortcuts-title">{translate('shell.shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1.25 }}>
          {shortcuts.map(({ keys, label, resource }) => (
            <Box key={keys + label} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ whiteSpace: 'nowrap' }}>
                {keys.split(/[+ ]/).map((one, at) => (
                  <Box component="span" key={one}>
                    {at > 0 && ' '}
                    <Box component="kbd" sx={key}>
                      {one}
                    </Box>
                  </Box>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {resource
                  ? translate(label, {
                      name: labelsOf(translate, resource).one,
                      many: labelsOf(translate, resource).many,
                    })
                  : translate(label)}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
