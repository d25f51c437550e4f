import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { Alert, Box, Button, Checkbox, Divider, FormControlLabel, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PageSkeleton, refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { hasPasskeysHere, makePasskey, passkeyProblem, showPasskey } from '../passkeys/ceremony.ts';
import { useDeviceName } from '../passkeys/useDeviceName.ts';
import { CodeField } from './CodeField.tsx';
import { NewPassword } from './NewPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { deviceOf, keepDevice } from './rememberedDevices.ts';
import { TotpSetUp, type NewSecret } from './TotpSetUp.tsx';

/** What a sign-in still needs. */
export interface NextStep {
  readonly next: 'code' | 'enrol' | 'password';
  readonly ticket: string;
}

/** A token, or what is needed after this step. */
export type Answer = { readonly token: string } | NextStep;

export interface StepProps {
  readonly ticket: string;
  readonly username: string;
  onAnswer(answer: Answer): Promise<void>;
  /** It cannot go on from here: it begins again, and says why. */
  onOver(message: string): void;
}

const messageOf = (error: unknown): string => refusalOf(error).message;

interface Ways {
  readonly app: boolean;
  readonly passkey: boolean;
}

const PASSKEY = '/account/signin/passkey';
/** By whether there is a passkey, and an app. */
const leadOf = ({ app, passkey }: Ways): string =>
  passkey ? `shell.secondStep.${app ? 'codeOrPasskeyLead' : 'recoveryLead'}` : 'shell.secondStep.codeLead';

/** Asks for a passkey or a code, unless this device stands in for it. */
function CodeStep({ ticket, username, onAnswer, onOver }: StepProps) {
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(deviceOf(username) === undefined);
  const [ways, setWays] = useState<Ways>();
  const [problem, setProblem] = useState<string>();

  const send = async (body: object): Promise<Answer & { device?: string }> =>
    (
      await http<Answer & { device?: string }>('/account/signin/code', {
        method: 'POST',
        body: { ticket, ...body },
        creates: false,
      })
    ).data;

  const showDevice = useEffectEvent((): void => {
    const device = deviceOf(username);
    if (device === undefined) return;
    send({ device }).then(onAnswer, () => {
      keepDevice(username, undefined);
      setAsked(true);
    });
  });
  useEffect(() => showDevice(), []);
  useEffect(() => {
    http<Ways>('/account/signin/ways', { method: 'POST', body: { ticket }, creates: false }).then(
      ({ data }) =>
        setWays({ app: data.app, passkey: data.passkey && typeof window.PublicKeyCredential === 'function' }),
      () => setWays({ app: true, passkey: false }),
    );
  }, [http, ticket]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(code.trim() === '' ? translate('msg.required') : undefined);
    if (code.trim() === '') return;
    setBusy(true);
    try {
      const { device, ...answer } = await send({ code: code.trim(), remember });
      if (device !== undefined) keepDevice(username, device);
      await onAnswer(answer);
    } catch (cause) {
      const { errors } = refusalOf(cause);
      if (!errors['code']) return onOver(messageOf(cause));
      setError(errors['code']);
      setBusy(false);
    }
  };
  const showIt = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onAnswer(await showPasskey<Answer>(http, `${PASSKEY}/begin`, `${PASSKEY}/finish`, { ticket }));
    } catch (cause) {
      setProblem(passkeyProblem(cause));
      setBusy(false);
    }
  };
  if (!asked || !ways) return <PageSkeleton />;
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2}>
      <Typography sx={{ color: 'text.secondary' }}>{translate(leadOf(ways))}</Typography>
      {ways.passkey && (
        <>
          {problem !== undefined && (
            <Alert severity="error" role="alert">
              {translate(problem, { _: problem })}
            </Alert>
          )}
          <Button variant="contained" size="large" disabled={busy} fullWidth onClick={() => void showIt()}>
            {translate('shell.secondStep.passkey.use')}
          </Button>
          <Divider>{translate('shell.secondStep.passkey.or')}</Divider>
        </>
      )}
      <CodeField
        value={code}
        onChange={setCode}
        error={error}
        {...(!ways.app && { label: translate('shell.secondStep.recoveryCode') })}
      />
      <FormControlLabel
        control={<Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)} />}
        label={translate('shell.secondStep.remember')}
      />
      <Button type="submit" variant={ways.passkey ? 'outlined' : 'contained'} size="large" loading={busy} fullWidth>
        {translate('shell.secondStep.submit')}
      </Button>
    </Stack>
  );
}

/** Has the user make a second factor, which the role needs, and shows the recovery codes before anything else. */
function EnrolStep({ ticket, onAnswer, onOver }: StepProps) {
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [made, setMade] = useState<NewSecret>();
  const [done, setDone] = useState<Answer & { readonly codes: readonly string[] }>();
  const [passkey, setPasskey] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = useDeviceName();
  useEffect(() => {
    http<{ origin: string | null }>(PASSKEY).then(
      ({ data }) => setPasskey(hasPasskeysHere(data.origin)),
      () => undefined,
    );
  }, [http]);
  const begin = useEffectEvent((): void => {
    http<NewSecret>('/account/signin/enrol', { method: 'POST', body: { ticket }, creates: false }).then(
      ({ data }) => setMade(data),
      (error: unknown) => onOver(messageOf(error)),
    );
  });
  // Once: each time it would be another secret.
  useEffect(() => begin(), []);
  if (done) return <RecoveryCodes codes={done.codes} onKept={() => void onAnswer(done)} />;
  if (!made) return <PageSkeleton />;
  const confirm = async (code: string): Promise<void> => {
    const { data } = await http<Answer & { readonly codes: readonly string[] }>('/account/signin/confirm', {
      method: 'POST',
      body: { ticket, code },
      creates: false,
    });
    setDone(data);
  };
  const addPasskey = async (): Promise<void> => {
    setProblem(undefined);
    setBusy(true);
    try {
      setDone(await makePasskey(http, `${PASSKEY}/enrol`, `${PASSKEY}/confirm`, { ticket, name }));
    } catch (cause) {
      setProblem(passkeyProblem(cause));
      setBusy(false);
    }
  };
  return (
    <Stack spacing={2}>
      <TotpSetUp made={made} lead={translate('shell.secondStep.enrolLead')} confirm={confirm} />
      {passkey && (
        <>
          <Divider>{translate('shell.secondStep.passkey.or')}</Divider>
          {problem !== undefined && (
            <Alert severity="error" role="alert">
              {translate(problem, { _: problem })}
            </Alert>
          )}
          <Button variant="outlined" size="large" fullWidth loading={busy} onClick={() => void addPasskey()}>
            {translate('shell.secondStep.passkey.enrol')}
          </Button>
        </>
      )}
    </Stack>
  );
}

const STEPS = { code: CodeStep, enrol: EnrolStep, password: NewPassword } satisfies Record<NextStep['next'], unknown>;

interface SecondStepProps extends Omit<StepProps, 'ticket' | 'onAnswer'> {
  readonly step: NextStep;
  /** The sign-in is complete. */
  onToken(token: string): Promise<void>;
}

/** What follows the password at sign-in: a code, a second factor to be made, a password of one's own, one after the other (D-AUTH-15, D-AUTH-16). */
export default function SecondStep({ step, onToken, ...rest }: SecondStepProps) {
  useTexts('shell.secondStep');
  const translate = useTranslate();
  const [{ next, ticket }, setStep] = useState(step);
  const Step = STEPS[next];
  const onAnswer = async (answer: Answer): Promise<void> =>
    'token' in answer ? onToken(answer.token) : setStep(answer);
  return (
    <Box sx={{ width: '100%', maxWidth: 360 }}>
      <Typography variant="h1" sx={{ fontSize: 24, mb: 1.5 }}>
        {translate('shell.secondStep.title')}
      </Typography>
      <Step ticket={ticket} onAnswer={onAnswer} {...rest} />
    </Box>
  );
}
