import { useState } from 'react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelsOf, shortcutsInSight, useTexts } from '../../admin/index.ts';

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

/** The keys that do something on the page below. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useTexts('admin.shortcuts');
  useTexts('shell.later');
  useTexts('resources.name');
  const translate = useTranslate();
  // As the page was when the dialog opened: behind it nothing is in sight.
  const [shortcuts] = useState(shortcutsInSight);
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts-title" maxWidth="xs" fullWidth>
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
