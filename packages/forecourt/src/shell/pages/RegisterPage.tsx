import { useEffect, useState, type FormEvent } from 'react';
import { Alert, Box, Button, Link as TextLink, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { PasswordField } from '../PasswordField.tsx';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { BESIDE_INPUT } from './besideInput.ts';
import { applicationErrors, type Application, type ApplicationErrors } from './applicationErrors.ts';
import { SignInAside } from './SignInAside.tsx';

/** A code is sent once a minute (D-AUTH-07). */
const PAUSE_SECONDS = 60;

const EMPTY: Application = { username: '', countryCode: '', phone: '', captcha: '', email: '', password: '' };

/** Whether anybody may apply, and the country code to begin with; undefined until the server has said so. */
function useOffer(): { readonly allowed: boolean; readonly countryCode: string } | undefined {
  const { http } = useAdminRuntime();
  const [offer, setOffer] = useState<{ allowed: boolean; countryCode: string }>();
  useEffect(() => {
    http<{ allowed: boolean; countryCode: string }>('/account/register').then(
      ({ data }) => setOffer(data),
      // Whoever cannot be asked takes no application either.
      () => setOffer({ allowed: false, countryCode: '' }),
    );
  }, [http]);
  return offer;
}

/** Seconds until the next code may be sent, and the way to begin counting. */
function usePause(): readonly [number, () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(PAUSE_SECONDS)];
}

function ApplicationForm({ countryCode }: { countryCode: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { http } = useAdminRuntime();
  const [values, setValues] = useState<Application>({ ...EMPTY, countryCode });
  const [errors, setErrors] = useState<ApplicationErrors>({});
  const [notice, setNotice] = useState<{ severity: 'error' | 'success'; text: string }>();
  const [busy, setBusy] = useState<'code' | 'application'>();
  const [pause, beginPause] = usePause();

  const send = async (kind: 'code' | 'application', path: string, body: Partial<Application>): Promise<boolean> => {
    setNotice(undefined);
    setBusy(kind);
    try {
      const { message } = await http(path, { method: 'POST', body, creates: false });
      if (kind === 'code') setNotice({ severity: 'success', text: message });
      return true;
    } catch (error) {
      const refused = refusalOf(error);
      setErrors(refused.errors);
      if (Object.keys(refused.errors).length === 0) setNotice({ severity: 'error', text: refused.message });
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const sendCode = async (): Promise<void> => {
    const { phone, countryCode: country } = applicationErrors(values);
    setErrors({ ...(phone && { phone }), ...(country && { countryCode: country }) });
    if (phone || country) return;
    if (await send('code', '/account/sms', { phone: values.phone, countryCode: values.countryCode })) beginPause();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = applicationErrors(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    if (await send('application', '/account/register', values)) await navigate('/user/register-result');
  };

  const messageOf = (name: keyof Application): string | undefined =>
    errors[name] && translate(errors[name], { _: errors[name] });
  const field = (name: Exclude<keyof Application, 'password'>, autoComplete: string, help?: string) => (
    <TextField
      id={`field-${name}`}
      name={name}
      label={translate(`shell.register.${name}`)}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      autoComplete={autoComplete}
      error={name in errors}
      helperText={messageOf(name) ?? help}
      fullWidth
    />
  );
  const row = { display: 'flex', gap: 1, alignItems: 'flex-start' } as const;

  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2} sx={{ mt: 2.5 }}>
      {notice && (
        <Alert severity={notice.severity} role={notice.severity === 'error' ? 'alert' : 'status'}>
          {translate(notice.text, { _: notice.text })}
        </Alert>
      )}
      {field('username', 'username', translate('shell.register.usernameHelp'))}
      <Box sx={{ ...row, '& > :first-of-type': { width: 120, flex: 'none' } }}>
        {field('countryCode', 'tel-country-code')}
        {field('phone', 'tel-national')}
      </Box>
      <Box sx={row}>
        {field('captcha', 'one-time-code')}
        <Button
          variant="outlined"
          onClick={() => void sendCode()}
          loading={busy === 'code'}
          disabled={pause > 0}
          sx={BESIDE_INPUT}
        >
          {pause > 0 ? translate('shell.register.resend', { seconds: pause }) : translate('shell.register.send')}
        </Button>
      </Box>
      {field('email', 'email')}
      <PasswordField
        name="password"
        label={translate('shell.register.password')}
        help={translate('shell.register.passwordHelp')}
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
        error={messageOf('password')}
      />
      <Button type="submit" variant="contained" size="large" loading={busy === 'application'} fullWidth>
        {translate('shell.register.submit')}
      </Button>
    </Stack>
  );
}

/** Applying for an account: an administrator decides about it, and until then it gives no access (D-AUTH-06). */
export default function RegisterPage() {
  useTexts('shell.register');
  const translate = useTranslate();
  const { loginPath } = useShell();
  const offer = useOffer();
  useDocumentTitle('routes./user/register');
  return (
    <PublicFrame aside={<SignInAside />}>
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Typography variant="h1" sx={{ fontSize: 24 }}>
          {translate('shell.register.title')}
        </Typography>
        {offer && (
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
            {translate(offer.allowed ? 'shell.register.lead' : 'msg.register.closed')}
          </Typography>
        )}
        {offer?.allowed && <ApplicationForm countryCode={offer.countryCode} />}
        <TextLink component={Link} to={loginPath} sx={{ display: 'inline-block', mt: 2.5, fontSize: 13 }}>
          {translate('shell.register.back')}
        </TextLink>
      </Box>
    </PublicFrame>
  );
}
