import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Alert, AlertTitle, Box, Button, Link as TextLink, Stack, TextField, Typography } from '@mui/material';
import { HttpError, useTranslate } from 'react-admin';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { safeRedirect, useAdminRuntime } from '../../admin/index.ts';
import { Mark } from '../Mark.tsx';
import { PasswordField } from '../PasswordField.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import type { Answer, NextStep } from '../secondStep/SecondStep.tsx';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { SignInAside } from './SignInAside.tsx';

const SecondStep = lazy(() => import('../secondStep/SecondStep.tsx'));
const SignInWays = lazy(() => import('./SignInWays.tsx'));

interface Notice {
  readonly title?: string;
  /** A key, or a message of the server. */
  readonly text: string;
  /** Default: an error. */
  readonly severity?: 'info';
}

/** Why the last session ended, by the `notice` of the address: its time was over, or its user could not be loaded (D-AUTH-04). */
const NOTICES: ReadonlyMap<string | null, Notice> = new Map([
  ['expired', { text: 'shell.signIn.expired', severity: 'info' }],
  ['userInfo', { title: 'msg.error.title', text: 'msg.userinfo.failed' }],
]);

/** What is said after a refusal: the server's message, or the general one when it did not answer (D-AUTH-01). */
function noticeOf(error: unknown): Notice {
  const answered = error instanceof HttpError && error.status > 0 && error.message !== '';
  return { text: answered ? error.message : 'msg.login.failed' };
}

/** Sign-in by user name or phone. After it the attempted page opens, or the landing page (D-AUTH-01). */
export default function SignInPage() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { authProvider, session } = useAdminRuntime();
  const { landingPath } = useShell();
  const [query] = useSearchParams();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [notice, setNotice] = useState(NOTICES.get(query.get('notice')));
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<NextStep>();
  useDocumentTitle('routes./user/login');

  if (session.token.read() && !busy) return <Navigate to={landingPath} replace />;

  const enter = (): Promise<void> | void =>
    navigate(safeRedirect(query.get('redirect'), landingPath), { replace: true });
  const over = (text: string): void => {
    setNotice({ text });
    setStep(undefined);
    setBusy(false);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (username.trim() === '' || password === '') return setNotice({ text: 'msg.login.incomplete' });
    setNotice(undefined);
    setBusy(true);
    try {
      const answer = (await authProvider.login({ username: username.trim(), password })) as Partial<NextStep>;
      if (answer.next) return setStep(answer as NextStep);
      await enter();
    } catch (error) {
      setNotice(noticeOf(error));
      setBusy(false);
    }
  };

  const signIn = async (token: string): Promise<void> => {
    setBusy(true);
    try {
      await authProvider.login({ token });
      await enter();
    } catch (error) {
      over(noticeOf(error).text);
    }
  };
  const goOn = async (answer: Answer): Promise<void> => ('token' in answer ? signIn(answer.token) : setStep(answer));

  if (step) {
    return (
      <PublicFrame aside={<SignInAside />}>
        <Suspense>
          <SecondStep step={step} username={username} onToken={signIn} onOver={over} />
        </Suspense>
      </PublicFrame>
    );
  }

  return (
    <PublicFrame aside={<SignInAside />}>
      <Stack component="form" onSubmit={submit} noValidate spacing={2.5} sx={{ width: '100%', maxWidth: 360 }}>
        <Box>
          <Box sx={{ display: { xs: 'flex', md: 'none' }, alignItems: 'center', gap: 1.25, mb: 4 }}>
            <Mark size={32} />
            <Typography component="span" sx={{ fontSize: 16, fontWeight: 600 }}>
              {translate('app.title')}
            </Typography>
          </Box>
          <Typography variant="h1" sx={{ fontSize: 24 }}>
            {translate('shell.signIn.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{translate('shell.signIn.lead')}</Typography>
        </Box>
        {notice && (
          <Alert severity={notice.severity ?? 'error'} role="alert">
            {notice.title && <AlertTitle>{translate(notice.title)}</AlertTitle>}
            {translate(notice.text, { _: notice.text })}
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
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <PasswordField
          name="password"
          label={translate('shell.signIn.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
          {translate('shell.signIn.submit')}
        </Button>
        <Suspense>
          <SignInWays redirect={query.get('redirect')} onAnswer={goOn} />
        </Suspense>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, fontSize: 13 }}>
          <TextLink component={Link} to="/user/recover">
            {translate('shell.signIn.forgot')}
          </TextLink>
          <TextLink component={Link} to="/user/register">
            {translate('shell.signIn.register')}
          </TextLink>
        </Box>
      </Stack>
    </PublicFrame>
  );
}
