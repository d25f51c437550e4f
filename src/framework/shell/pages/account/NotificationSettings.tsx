import { FormControlLabel, Stack, Switch, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSaveSettings, type AccountSettings } from './useAccountSettings.ts';

/** One switch a topic; each is stored as it is moved. */
export function NotificationSettings({ settings: { notification } }: { settings: AccountSettings }) {
  const translate = useTranslate();
  const { busy, save } = useSaveSettings();
  const topics = Object.entries(notification);
  if (topics.length === 0) return <Typography>{translate('account.notification.empty')}</Typography>;
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      {topics.map(([topic, on]) => (
        <FormControlLabel
          key={topic}
          control={
            <Switch
              checked={on}
              disabled={busy}
              onChange={(_event, checked) => void save({ notification: { [topic]: checked } })}
            />
          }
          label={translate(`account.notifications.${topic}`)}
          sx={{ minHeight: 44 }}
        />
      ))}
    </Stack>
  );
}
