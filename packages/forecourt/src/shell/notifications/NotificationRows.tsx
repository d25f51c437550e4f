import { Box, ButtonBase, IconButton, Typography } from '@mui/material';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { shortTime, useAdminRuntime } from '../../admin/index.ts';
import { MenuIcon } from '../MenuIcon.tsx';
import { useShell } from '../shellContext.ts';
import { useReading, useTarget, type Told } from './useNotifications.ts';

interface RowProps {
  readonly told: Told;
  readonly onOpen?: (() => void) | undefined;
}

/** What happened and when, as a link to its record, which counts as read then; beside it the way to say so without going there. */
function NotificationRow({ told, onOpen }: RowProps) {
  const translate = useTranslate();
  const { icons } = useShell();
  const { model } = useAdminRuntime();
  const target = useTarget()(told);
  const { read } = useReading();
  const { id, text, time, resource } = told;
  const open = (): void => {
    if (!told.read) read(id);
    onOpen?.();
  };
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'stretch', '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <ButtonBase
        {...(target ? { component: Link, to: target, onClick: open } : { component: 'div', disabled: true })}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 56,
          gap: 1.5,
          px: 2,
          py: 1,
          justifyContent: 'flex-start',
          alignItems: 'flex-start',
          textAlign: 'start',
          fontFamily: 'inherit',
          '&:hover, &.Mui-focusVisible': { bgcolor: 'action.hover' },
        }}
      >
        <Box
          component="span"
          aria-hidden
          sx={{ display: 'flex', pt: 0.25, color: told.read ? 'text.secondary' : 'accent.text' }}
        >
          <MenuIcon of={icons[model.entries.get(resource)?.menu?.icon ?? ''] ?? NotificationsNone} />
        </Box>
        <Box component="span" sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="span" sx={{ display: 'block', fontSize: 14, fontWeight: told.read ? 400 : 600 }}>
            {!told.read && (
              <Box component="span" sx={visuallyHidden}>
                {translate('shell.notifications.isNew')}
              </Box>
            )}
            {text}
          </Typography>
          <Typography
            component="time"
            dateTime={time.replace(' ', 'T')}
            sx={{ display: 'block', fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {shortTime(time)}
          </Typography>
        </Box>
      </ButtonBase>
      <Box sx={{ width: 44, flex: 'none', display: 'flex', alignItems: 'center', justifyContent: 'center' }}>
        {!told.read && (
          <IconButton
            aria-label={`${translate('shell.notifications.markRead')}: ${text}`}
            title={translate('shell.notifications.markRead')}
            onClick={() => read(id)}
            sx={{ width: 44, height: 44 }}
          >
            <Box component="span" sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: 'accent.fill' }} />
          </IconButton>
        )}
      </Box>
    </Box>
  );
}

/** Notifications, newest first; or that there are none. */
export function NotificationRows({ list, onOpen }: { list: readonly Told[]; onOpen?: () => void }) {
  const translate = useTranslate();
  if (list.length === 0)
    return (
      <Box sx={{ px: 2, py: 5, textAlign: 'center', color: 'text.secondary' }}>
        <NotificationsNone aria-hidden sx={{ fontSize: 32, mb: 1 }} />
        <Typography sx={{ fontSize: 14 }}>{translate('shell.notifications.empty')}</Typography>
      </Box>
    );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {list.map((told) => (
        <NotificationRow key={told.id} told={told} onOpen={onOpen} />
      ))}
    </Box>
  );
}

/** Marks all of these, where one of them is new. */
export function useReadAll(list: readonly Told[] | undefined): (() => void) | undefined {
  const { readAll } = useReading();
  const newest = list?.[0];
  return newest && list.some(({ read }) => !read) ? () => readAll(newest.id) : undefined;
}
