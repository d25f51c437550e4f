import { Box, Button, Divider, IconButton, Popover, Typography } from '@mui/material';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { LoadProblem, PageSkeleton } from '../../admin/index.ts';
import { NotificationRows, useReadAll } from './NotificationRows.tsx';
import { useTold } from './useNotifications.ts';

/** As many as are looked through at a glance; the page has all. */
const SHOWN = 10;

/** The newest notifications below the bell. */
export default function NotificationPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const translate = useTranslate();
  const { list, error, refetch, isFetching } = useTold();
  const readAll = useReadAll(list);
  return (
    <Popover
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'notifications-title',
          sx: { width: 400, maxWidth: 'calc(100vw - 32px)', mt: 0.5, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 2, pr: 0.5, minHeight: 48, flex: 'none' }}>
        <Typography id="notifications-title" component="h2" noWrap sx={{ flex: 1, fontSize: 15, fontWeight: 600 }}>
          {translate('shell.notifications.title')}
        </Typography>
        {readAll && (
          <Button size="small" onClick={readAll}>
            {translate('shell.notifications.markAll')}
          </Button>
        )}
        <IconButton
          component={Link}
          to="/account/settings/notification"
          onClick={onClose}
          aria-label={translate('shell.notifications.settings')}
          title={translate('shell.notifications.settings')}
          sx={{ width: 44, height: 44 }}
        >
          <SettingsOutlined sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      <Divider />
      <Box sx={{ overflowY: 'auto', flex: 1, minHeight: 0, maxHeight: 480 }}>
        {error && <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />}
        {!list && !error && (
          <Box sx={{ p: 2 }}>
            <PageSkeleton />
          </Box>
        )}
        {list && <NotificationRows list={list.slice(0, SHOWN)} onOpen={onClose} />}
      </Box>
      <Divider />
      <Button component={Link} to="/account/notifications" onClick={onClose} sx={{ minHeight: 44, borderRadius: 0 }}>
        {translate('shell.notifications.all')}
      </Button>
    </Popover>
  );
}
