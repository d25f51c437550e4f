import { useEffect, useState } from 'react';
import { Alert, Button, Divider, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { hasPasskeysHere, passkeyProblem, showPasskey } from '../passkeys/ceremony.ts';
import type { Answer } from '../secondStep/SecondStep.tsx';

interface Provider {
  readonly id: number;
  readonly label: string;
}
interface Offer {
  readonly origin: string | null;
  readonly used: boolean;
}

interface SignInWaysProps {
  readonly redirect: string | null;
  /** A passkey has said who it is. */
  onAnswer(answer: Answer): Promise<void>;
}

const PASSKEY = 'passkey';

/** The other ways to sign in: a passkey, once somebody has one, and each sign-in provider. Nothing where there is none, or they cannot be asked for. */
export default function SignInWays({ redirect, onAnswer }: SignInWaysProps) {
  useTexts('shell.oidc');
  useTexts('shell.secondStep');
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [busy, setBusy] = useState<number | typeof PASSKEY>();
  const [error, setError] = useState<string>();
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    http<readonly Provider[]>('/account/oidc/providers').then(
      ({ data }) => setProviders(data),
      () => undefined,
    );
    http<Offer>('/account/signin/passkey').then(
      ({ data }) => setOffer(data),
      () => undefined,
    );
  }, [http]);
  const passkey = offer?.used === true && hasPasskeysHere(offer.origin);
  if (providers.length === 0 && !passkey) return null;
  const attempt = async (way: number | typeof PASSKEY, run: () => Promise<void>): Promise<void> => {
    setBusy(way);
    setError(undefined);
    try {
      await run();
    } catch (cause) {
      setError(way === PASSKEY ? passkeyProblem(cause) : refusalOf(cause).message);
      setBusy(undefined);
    }
  };
  const begin = async (id: number): Promise<void> => {
    const { data } = await http<{ url: string }>('/account/oidc/begin', {
      method: 'POST',
      body: { id, ...(redirect !== null && { redirect }) },
      creates: false,
    });
    window.location.assign(data.url);
  };
  const show = async (): Promise<void> => {
    const path = '/account/signin/passkey';
    await onAnswer(await showPasskey<Answer>(http, `${path}/begin`, `${path}/finish`));
  };
  const button = (way: number | typeof PASSKEY) =>
    ({
      variant: 'outlined',
      size: 'large',
      fullWidth: true,
      loading: busy === way,
      disabled: busy !== undefined && busy !== way,
    }) as const;
  return (
    <Stack spacing={1.5}>
      <Divider>{translate('shell.oidc.or')}</Divider>
      {error !== undefined && (
        <Alert severity="error" role="alert">
          {translate(error, { _: error })}
        </Alert>
      )}
      {passkey && (
        <Button {...button(PASSKEY)} onClick={() => void attempt(PASSKEY, show)}>
          {translate('shell.secondStep.passkey.signIn')}
        </Button>
      )}
      {providers.map(({ id, label }) => (
        <Button key={id} {...button(id)} onClick={() => void attempt(id, () => begin(id))}>
          {translate('shell.oidc.with', { name: label })}
        </Button>
      ))}
    </Stack>
  );
}
