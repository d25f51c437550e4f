import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog, PageSkeleton, useAdminRuntime, useCodeLabel } from '../../../admin/index.ts';
import { browserName } from '../../passkeys/browserName.ts';
import { Row, Rows } from './Rows.tsx';

interface Place {
  readonly ip: string;
  readonly userAgent: string;
}

interface Answer {
  readonly sessions: readonly (Place & {
    readonly id: number;
    readonly issueTime: string;
    readonly lastUsedTime: string;
    readonly expireTime: string;
    readonly current: boolean;
    readonly provider: string | null;
  })[];
  /** Where no code is asked for. */
  readonly devices: readonly (Place & {
    readonly id: number;
    readonly lastUsedTime: string;
    readonly expireTime: string;
  })[];
  readonly signIns: readonly (Place & { readonly time: string; readonly result: number })[];
}

const KEY = ['own sessions'];
const heading = { fontSize: 15, fontWeight: 600 } as const;

/** Where the user is signed in, each session with its end, the end of all others, and the last sign-ins. */
export function SessionList() {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const notify = useNotify();
  const { http, session } = useAdminRuntime();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<number>();
  const [leaving, setLeaving] = useState<'others' | 'all'>();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await http<Answer>('/account/sessions')).data,
  });
  if (!data) return <PageSkeleton />;

  const browserOf = ({ userAgent }: Place): string => {
    const name = browserName(userAgent);
    return translate(name ? 'account.devices.browser' : 'account.devices.unknown', name);
  };
  const ask = async (path: string, body?: object): Promise<void> => {
    try {
      const { message } = await http(path, { method: 'POST', creates: false, ...(body && { body }) });
      notify(message, { type: 'success' });
      await queryClient.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  const end = async (id: number): Promise<void> => {
    setBusy(id);
    await ask('/account/sessions/end', { id });
    setBusy(undefined);
  };
  const endOthers = async (): Promise<void> => {
    await ask('/account/sessions/endothers');
    setLeaving(undefined);
  };
  const endAll = async (): Promise<void> => {
    try {
      await http('/account/sessions/endall', { method: 'POST', creates: false });
      session.end();
      window.location.reload();
    } catch (error) {
      setLeaving(undefined);
      notify((error as Error).message, { type: 'error' });
    }
  };

  return (
    <Stack spacing={3}>
      <Box component="section">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography component="h3" sx={{ ...heading, flex: 1 }}>
            {translate('account.devices.sessions')}
          </Typography>
          <Button disabled={data.sessions.length < 2} onClick={() => setLeaving('others')}>
            {translate('account.devices.endOthers')}
          </Button>
          <Button color="error" onClick={() => setLeaving('all')}>
            {translate('account.devices.endAll')}
          </Button>
        </Box>
        <Rows label={translate('account.devices.sessions')}>
          {data.sessions.map((one) => (
            <Row
              key={one.id}
              title={browserOf(one)}
              text={[
                ...(one.provider === null ? [] : [translate('account.devices.provider', { name: one.provider })]),
                one.ip,
                translate('account.devices.lastUsed', { time: one.lastUsedTime }),
                translate('account.devices.since', { time: one.issueTime }),
                translate('account.devices.until', { time: one.expireTime }),
              ].join(' · ')}
            >
              {one.current ? (
                <Chip size="small" color="success" variant="outlined" label={translate('account.devices.current')} />
              ) : (
                <Button
                  variant="outlined"
                  size="small"
                  loading={busy === one.id}
                  aria-label={translate('account.devices.endLabel', { time: one.issueTime, browser: browserOf(one) })}
                  onClick={() => void end(one.id)}
                >
                  {translate('account.devices.end')}
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      </Box>
      {data.devices.length > 0 && (
        <Box component="section">
          <Typography component="h3" sx={{ ...heading, mb: 1 }}>
            {translate('account.devices.remembered')}
          </Typography>
          <Rows label={translate('account.devices.remembered')}>
            {data.devices.map((one) => (
              <Row
                key={one.id}
                title={browserOf(one)}
                text={[
                  one.ip,
                  translate('account.devices.lastUsed', { time: one.lastUsedTime }),
                  translate('account.devices.until', { time: one.expireTime }),
                ].join(' · ')}
              >
                <Button
                  variant="outlined"
                  size="small"
                  aria-label={translate('account.devices.forgetLabel', { browser: browserOf(one), ip: one.ip })}
                  onClick={() => void ask('/account/devices/forget', { id: one.id })}
                >
                  {translate('account.devices.forget')}
                </Button>
              </Row>
            ))}
          </Rows>
        </Box>
      )}
      <Box component="section">
        <Typography component="h3" sx={{ ...heading, mb: 1 }}>
          {translate('account.devices.signIns')}
        </Typography>
        <Rows label={translate('account.devices.signIns')}>
          {data.signIns.map((one, index) => (
            <Row key={`${one.time} ${index}`} title={one.time} text={`${one.ip} · ${browserOf(one)}`}>
              <Chip
                size="small"
                variant="outlined"
                color={one.result === 1 ? 'default' : 'error'}
                label={codeLabel('loginResult', one.result)}
              />
            </Row>
          ))}
        </Rows>
      </Box>
      <ConfirmDialog
        open={leaving !== undefined}
        title={translate(`account.devices.${leaving === 'all' ? 'endAll' : 'endOthers'}`)}
        verb={translate(`account.devices.${leaving === 'all' ? 'endAll' : 'endOthers'}`)}
        danger
        onClose={() => setLeaving(undefined)}
        onConfirm={() => void (leaving === 'all' ? endAll() : endOthers())}
      >
        {translate(`account.devices.${leaving === 'all' ? 'endAllConfirm' : 'endOthersConfirm'}`)}
      </ConfirmDialog>
    </Stack>
  );
}
