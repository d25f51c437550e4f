import { useEffect, useState } from 'react';
import { Alert, Button, Divider, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';

interface Provider {
  readonly id: number;
  readonly label: string;
}

/** A button for each sign-in provider of the company; nothing where there is none, or they cannot be asked for. */
export default function SignInProviders({ redirect }: { redirect: string | null }) {
  useTexts('shell.oidc');
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [busy, setBusy] = useState<number>();
  const [error, setError] = useState<string>();
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    http<readonly Provider[]>('/account/oidc/providers').then(
      ({ data }) => setProviders(data),
      () => undefined,
    );
  }, [http]);
  if (providers.length === 0) return null;
  const begin = async (id: number): Promise<void> => {
    setBusy(id);
    setError(undefined);
    try {
      const { data } = await http<{ url: string }>('/account/oidc/begin', {
        method: 'POST',
        body: { id, ...(redirect !== null && { redirect }) },
        creates: false,
      });
      window.location.assign(data.url);
    } catch (cause) {
      setError(refusalOf(cause).message);
      setBusy(undefined);
    }
  };
  return (
    <Stack spacing={1.5}>
      <Divider>{translate('shell.oidc.or')}</Divider>
      {error !== undefined && (
        <Alert severity="error" role="alert">
          {error}
        </Alert>
      )}
      {providers.map(({ id, label }) => (
        <Button
          key={id}
          variant="outlined"
          size="large"
          fullWidth
          loading={busy === id}
          disabled={busy !== undefined && busy !== id}
          onClick={() => void begin(id)}
        >
          {translate('shell.oidc.with', { name: label })}
        </Button>
      ))}
    </Stack>
  );
}
