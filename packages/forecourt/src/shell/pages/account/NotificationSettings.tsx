import { Alert, Link, Paper, Switch, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMailSettings } from './useMailSettings.ts';
import { useSaveSettings, type AccountSettings } from './useAccountSettings.ts';

/** Where mail goes, or why it goes nowhere. */
function MailNote({ ready, email }: { ready: boolean; email: string }) {
  const translate = useTranslate();
  const words = !ready ? 'mailOff' : email === '' ? 'noAddress' : 'mailTo';
  return (
    <Alert severity="info" variant="outlined" sx={{ mt: 2, maxWidth: 560 }}>
      {ready && email === '' ? (
        <Link component={RouterLink} to="/account/settings/basic">
          {translate('account.notification.noAddress')}
        </Link>
      ) : (
        translate(`account.notification.${words}`, { email })
      )}
    </Alert>
  );
}

/** Two switches a topic: whether one is told at all, and whether by mail too (D-SHELL-18); each is stored as it is moved. */
export function NotificationSettings({ settings: { notification, email } }: { settings: AccountSettings }) {
  const translate = useTranslate();
  const { busy, save } = useSaveSettings();
  const mail = useMailSettings();
  const topics = Object.entries(notification);
  if (topics.length === 0) return <>{translate('account.notification.empty')}</>;
  const nameOf = (topic: string): string => translate(`account.notifications.${topic}`);
  const ways = { inBell: translate('account.notification.inBell'), byMail: translate('account.notification.byMail') };
  return (
    <>
      <Paper variant="outlined" sx={{ maxWidth: 560, borderRadius: 2, overflow: 'hidden' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('account.notification.topic')}</TableCell>
              {Object.values(ways).map((way) => (
                <TableCell key={way} align="center">
                  {way}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {topics.map(([topic, on]) => (
              <TableRow key={topic}>
                <TableCell component="th" scope="row">
                  {nameOf(topic)}
                </TableCell>
                <TableCell align="center">
                  <Switch
                    checked={on}
                    disabled={busy}
                    onChange={(_event, checked) => void save({ notification: { [topic]: checked } })}
                    slotProps={{ input: { 'aria-label': `${nameOf(topic)}: ${ways.inBell}` } }}
                  />
                </TableCell>
                <TableCell align="center">
                  <Switch
                    checked={(on && mail?.ready && mail.switches[topic]) ?? false}
                    disabled={!on || !mail?.ready || mail.busy}
                    onChange={(_event, checked) => void mail?.save({ [topic]: checked })}
                    slotProps={{ input: { 'aria-label': `${nameOf(topic)}: ${ways.byMail}` } }}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Paper>
      {mail && <MailNote ready={mail.ready} email={email} />}
    </>
  );
}
