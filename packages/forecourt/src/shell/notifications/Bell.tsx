import { lazy, Suspense, useState } from 'react';
import { Badge, Box, IconButton } from '@mui/material';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';
import { useTexts } from '../../admin/index.ts';
import { HEADER_BUTTON } from '../headerButton.ts';
import { MOST_UNREAD, useUnread } from './useNotifications.ts';

const NotificationPanel = lazy(() => import('./NotificationPanel.tsx'));

/** How many have come since the page knows how many there are: said to whoever does not see the number grow. */
function useArrived(unread: number | undefined): number {
  const [seen, setSeen] = useState({ unread, arrived: 0 });
  if (unread !== seen.unread) setSeen({ unread, arrived: Math.max(0, (unread ?? 0) - (seen.unread ?? unread ?? 0)) });
  return seen.arrived;
}

/** The bell of the header with the number of what is new (D-SHELL-18); nothing in an application that tells nobody of anything. */
export default function Bell() {
  useTexts('shell.notifications');
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const known = useUnread();
  const arrived = useArrived(known?.unread);
  if (!known?.offered) return null;
  const { unread } = known;
  const many = unread >= MOST_UNREAD;
  const label =
    unread === 0
      ? translate('shell.notifications.title')
      : translate('shell.notifications.unread', { count: many ? `${MOST_UNREAD - 1}+` : unread });
  return (
    <>
      <IconButton
        title={anchor ? '' : label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={HEADER_BUTTON}
      >
        <Badge
          // A number that is not shown is no text either.
          badgeContent={unread > 0 ? unread : undefined}
          max={MOST_UNREAD - 1}
          color="error"
          slotProps={{ badge: { 'aria-hidden': true, sx: { fontSize: 10, minWidth: 16, height: 16, px: 0.5 } } }}
        >
          <NotificationsNone sx={{ fontSize: 20 }} />
        </Badge>
      </IconButton>
      <Box role="status" sx={visuallyHidden}>
        {arrived > 0 && translate('shell.notifications.arrived', { smart_count: arrived })}
      </Box>
      <Suspense>{anchor && <NotificationPanel anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
