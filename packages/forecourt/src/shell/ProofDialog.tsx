import { useEffect, useState, type FormEvent } from 'react';
import { Alert, Box, Button, DialogContent, DialogContentText, Divider, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { QuestionButtons, QuestionDialog, refusalOf, useAdminRuntime, useTexts } from '../admin/index.ts';
import { PasswordField } from './PasswordField.tsx';
import { passkeyProblem, showPasskey } from './passkeys/ceremony.ts';
import { CodeField } from './secondStep/CodeField.tsx';

interface Ways {
  readonly passkey: boolean;
}

/** Asks for the password or a passkey again, for a call that needs a recent proof of it; the call goes on by itself afterwards (D-AUTH-12). */
export default function ProofDialog() {
  useTexts('shell.proof');
  useTexts('shell.secondStep');
  const translate = useTranslate();
  const { http, proof } = useAdminRuntime();
  const [password, setPassword] = useState('');
  /** Asked for once the server says that there is a second factor. */
  const [code, setCode] = useState<string>();
  const [error, setError] = useState<string>();
  const [codeError, setCodeError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    http<Ways>('/account/proof').then(
      ({ data }) => setWays(data),
      () => undefined,
    );
  }, [http]);
  const passkey = ways?.passkey === true && typeof window.PublicKeyCredential === 'function';

  const showIt = async (): Promise<void> => {
    setRefusal(undefined);
    setBusy(true);
    try {
      await showPasskey(http, '/account/passkeys/prove/begin', '/account/passkeys/prove');
      proof.settle(true);
    } catch (cause) {
      const problem = passkeyProblem(cause);
      setRefusal(translate(problem, { _: problem }));
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The form that waits may stand around this one in React, though not on the page.
    event.stopPropagation();
    setRefusal(undefined);
    setError(password === '' ? translate('msg.required') : undefined);
    if (password === '') return;
    setBusy(true);
    try {
      await http('/admin/user/prove', {
        method: 'POST',
        body: { pwd: password, ...(code !== undefined && { code: code.trim() }) },
        creates: false,
      });
      proof.settle(true);
    } catch (cause) {
      const { errors, message } = refusalOf(cause);
      setError(errors['pwd']);
      setCodeError(errors['code']);
      if (errors['code']) setCode(code ?? '');
      setRefusal((errors['pwd'] ?? errors['code']) ? undefined : translate(message, { _: message }));
      setBusy(false);
    }
  };

  return (
    <QuestionDialog title={translate('shell.proof.title')} busy={busy} width="xs" onClose={() => proof.settle(false)}>
      <Box component="form" onSubmit={submit} noValidate>
        <DialogContent sx={{ pt: 0 }}>
          <Stack spacing={2}>
            <DialogContentText>{translate('shell.proof.lead')}</DialogContentText>
            {refusal && <Alert severity="error">{refusal}</Alert>}
            {passkey && (
              <>
                <Button variant="outlined" disabled={busy} fullWidth onClick={() => void showIt()}>
                  {translate('shell.secondStep.passkey.use')}
                </Button>
                <Divider>{translate('shell.secondStep.passkey.or')}</Divider>
              </>
            )}
            <PasswordField
              name="proof"
              label={translate('shell.proof.password')}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={error}
              autoFocus
            />
            {code !== undefined && (
              <CodeField label={translate('shell.proof.code')} value={code} onChange={setCode} error={codeError} />
            )}
          </Stack>
        </DialogContent>
        <QuestionButtons verb={translate('shell.proof.submit')} busy={busy} onBack={() => proof.settle(false)} />
      </Box>
    </QuestionDialog>
  );
}
