import { useState, type FormEvent } from 'react';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { refusalOf } from '../../admin/index.ts';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';

export interface NewSecret {
  readonly secret: string;
  readonly uri: string;
}

interface TotpSetUpProps {
  readonly made: NewSecret;
  readonly lead: string;
  /** Shows the first code to the server; its refusal is said here. */
  confirm(code: string): Promise<void>;
}

/** A new secret as picture and as text, and the first code of it, without which it counts for nothing. */
export function TotpSetUp({ made, lead, confirm }: TotpSetUpProps) {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRefusal(undefined);
    setError(code.trim() === '' ? translate('msg.required') : undefined);
    if (code.trim() === '') return;
    setBusy(true);
    try {
      await confirm(code.trim());
    } catch (cause) {
      const { errors, message } = refusalOf(cause);
      setError(errors['code']);
      setRefusal(errors['code'] ? undefined : translate(message, { _: message }));
      setBusy(false);
    }
  };
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2}>
      <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>
      {refusal && (
        <Alert severity="error" role="alert">
          {refusal}
        </Alert>
      )}
      <Box sx={{ textAlign: 'center' }}>
        <QrCode text={made.uri} label={translate('shell.secondStep.picture')} />
      </Box>
      <Box>
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('shell.secondStep.secret')}</Typography>
        <Typography component="code" sx={{ fontFamily: 'monospace', fontSize: 15, overflowWrap: 'anywhere' }}>
          {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Typography>
      </Box>
      <CodeField value={code} onChange={setCode} error={error} />
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {translate('shell.secondStep.submit')}
      </Button>
    </Stack>
  );
}
