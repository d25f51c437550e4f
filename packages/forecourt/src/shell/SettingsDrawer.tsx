import { Box, Drawer, IconButton, Typography } from '@mui/material';
import Close from '@mui/icons-material/Close';
import { useTranslate } from 'react-admin';
import { LayoutSettings } from './LayoutSettings.tsx';

const WIDTH = 340;

/** The layout settings beside the page they change, which stays in full sight. */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const title = translate('shell.settings.title');
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': title, sx: { width: WIDTH, maxWidth: '100%' } },
        backdrop: { invisible: true },
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', pl: 2.5, pr: 1, py: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label={translate('ra.action.close')} onClick={onClose} autoFocus>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ p: 2.5, overflowY: 'auto' }}>
        <LayoutSettings />
      </Box>
    </Drawer>
  );
}
