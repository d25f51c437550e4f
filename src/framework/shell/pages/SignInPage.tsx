import { useState, type FormEvent } from 'react';
import { Alert, Box, Button, Link as TextLink, Paper, Stack, TextField, Typography } from '@mui/material';
import { HttpError, useTranslate } from 'react-admin';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { safeRedirect, useAdminRuntime } from '../../admin/index.ts';
import { PasswordField } from '../PasswordField.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';

/** Sign-in by user name or phone. After it the attempted page opens, or the landing page (D-AUTH-01). */
export default function SignInPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { authProvider, session } = useAdminRuntime();
  const { landingPath } = useShell();
  const [query] = useSearchParams();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string | undefined>(query.get('notice') === 'userInfo' ? 'msg.userinfo.failed' : undefined);
  const [busy, setBusy] = useState(false);
  useDocumentTitle('routes./user/login');

  if (session.token.read() && !busy) return <Navigate to={landingPath} replace />;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (username.trim() === '' || password === '') return setRefusal('msg.login.incomplete');
    setRefusal(undefined);
    setBusy(true);
    try {
      await authProvider.login({ username: username.trim(), password });
      await navigate(safeRedirect(query.get('redirect'), landingPath), { replace: true });
    } catch (error) {
      setRefusal(error instanceof HttpError && error.message ? error.message : 'msg.login.failed');
      setBusy(false);
    }
  };

  return (
    <PublicFrame>
      <Paper variant="outlined" component="form" onSubmit={submit} noValidate sx={{ width: '100%', maxWidth: 392, p: { xs: 3, sm: 4 }, borderRadius: 3 }}>
        <Stack spacing={2.5}>
          <Box>
            <Box aria-hidden sx={{ width: 36, height: 36, borderRadius: 2, bgcolor: 'primary.main', mb: 2, display: 'grid', placeItems: 'center', color: 'primary.contrastText', fontWeight: 700, fontSize: 18 }}>
              F
            </Box>
            <Typography variant="h1">{translate('app.title')}</Typography>
            <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{translate('shell.signIn.lead')}</Typography>
          </Box>
          {refusal && (
            <Alert severity="error" role="alert">
              {translate(refusal, { _: refusal })}
            </Alert>
          )}
          <TextField
            id="field-username"
            name="username"
            label={translate('shell.signIn.name')}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            autoComplete="username"
            autoFocus
            fullWidth
          />
          <PasswordField name="password" label={translate('ra.auth.password')} value={password} onChange={setPassword} autoComplete="current-password" />
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
            {translate('ra.auth.sign_in')}
          </Button>
          <TextLink component={Link} to="/user/recover" sx={{ fontSize: 13, alignSelf: 'center' }}>
            {translate('shell.signIn.forgot')}
          </TextLink>
        </Stack>
      </Paper>
    </PublicFrame>
  );
}
