import { useEffect, useState, type FormEvent } from 'react';
import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { PasswordField } from '../PasswordField.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { SignInAside } from './SignInAside.tsx';

interface Notice {
  readonly severity: 'success' | 'error';
  readonly text: string;
}

/** Sends what was typed; answers what the server says of it. */
function useSend(path: string) {
  const { http } = useAdminRuntime();
  const [notice, setNotice] = useState<Notice>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const send = async (body: object): Promise<void> => {
    setNotice(undefined);
    setErrors({});
    setBusy(true);
    try {
      const { message } = await http(path, { method: 'POST', body, creates: false });
      setNotice({ severity: 'success', text: message });
    } catch (error) {
      const refused = refusalOf(error);
      setErrors(refused.errors);
      if (Object.keys(refused.errors).length === 0) setNotice({ severity: 'error', text: refused.message });
    } finally {
      setBusy(false);
    }
  };
  return { notice, errors, busy, send };
}

function Said({ notice: { severity, text } }: { notice: Notice }) {
  const translate = useTranslate();
  return (
    <Alert severity={severity} role={severity === 'error' ? 'alert' : 'status'}>
      {translate(text, { _: text })}
    </Alert>
  );
}

/** Asks for a link; where none can be sent an administrator resets passwords (D-SHELL-02). */
function AskForLink() {
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [offered, setOffered] = useState<boolean>();
  const [username, setUsername] = useState('');
  const { notice, busy, send } = useSend('/account/recover');
  useEffect(() => {
    http<{ offered: boolean }>('/account/recover').then(
      ({ data }) => setOffered(data.offered),
      () => setOffered(false),
    );
  }, [http]);
  if (offered === undefined) return null;
  if (!offered) return <Typography sx={{ color: 'text.secondary' }}>{translate('shell.recover.none')}</Typography>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (username.trim() !== '') void send({ username: username.trim() });
  };
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2}>
      <Typography sx={{ color: 'text.secondary' }}>{translate('shell.recover.lead')}</Typography>
      {notice && <Said notice={notice} />}
      <TextField
        id="field-username"
        name="username"
        label={translate('shell.signIn.name')}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        autoComplete="username"
        fullWidth
        slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {translate('shell.recover.send')}
      </Button>
    </Stack>
  );
}

/** Chooses a password with the token of a link, which stands behind the "#" of its address. */
function Choose({ token }: { token: string }) {
  useTexts('shell.password');
  const translate = useTranslate();
  const [pwd, setPwd] = useState('');
  const [repeatpwd, setRepeat] = useState('');
  const { notice, errors, busy, send } = useSend('/account/recover/set');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (pwd !== '') void send({ token, pwd, repeatpwd });
  };
  if (notice?.severity === 'success') return <Said notice={notice} />;
  const errorOf = (name: string): string | undefined => errors[name] && translate(errors[name], { _: errors[name] });
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2}>
      {notice && <Said notice={notice} />}
      <PasswordField
        name="pwd"
        label={translate('shell.password.new')}
        help={translate('shell.password.help')}
        value={pwd}
        onChange={setPwd}
        autoComplete="new-password"
        error={errorOf('pwd')}
        autoFocus
      />
      <PasswordField
        name="repeatpwd"
        label={translate('shell.password.repeat')}
        value={repeatpwd}
        onChange={setRepeat}
        autoComplete="new-password"
        error={errorOf('repeatpwd')}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {translate('shell.recover.set')}
      </Button>
    </Stack>
  );
}

/** For who forgot the password: a link is asked for, and with it another password is chosen (D-AUTH-17). */
export default function RecoverPage() {
  useTexts('shell.recover');
  const translate = useTranslate();
  const { loginPath } = useShell();
  const token = useLocation().hash.slice(1);
  useDocumentTitle('routes./user/recover');
  return (
    <PublicFrame aside={<SignInAside />}>
      <Box sx={{ width: '100%', maxWidth: 360 }}>
        <Typography variant="h1" sx={{ fontSize: 24 }} gutterBottom>
          {translate('shell.recover.title')}
        </Typography>
        {token === '' ? <AskForLink /> : <Choose token={token} />}
        <Button component={Link} to={loginPath} variant="outlined" fullWidth sx={{ mt: 3 }}>
          {translate('shell.signIn.back')}
        </Button>
      </Box>
    </PublicFrame>
  );
}
