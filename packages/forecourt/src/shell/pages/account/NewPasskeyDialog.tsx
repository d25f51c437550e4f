import { useState, type FormEvent } from 'react';
import { Alert, Box, DialogContent, DialogContentText, Stack, TextField } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { QuestionButtons, QuestionDialog, useAdminRuntime, useTexts } from '../../../admin/index.ts';
import { makePasskey, passkeyProblem } from '../../passkeys/ceremony.ts';
import { useDeviceName } from '../../passkeys/useDeviceName.ts';

const LONGEST = 60;

interface NewPasskeyDialogProps {
  /** Recovery codes that came with it, if any. */
  onMade(codes: readonly string[]): void;
  onClose(): void;
}

/** Asks what a new passkey is called; the browser asks the rest. */
export default function NewPasskeyDialog({ onMade, onClose }: NewPasskeyDialogProps) {
  useTexts('shell.secondStep');
  const translate = useTranslate();
  const notify = useNotify();
  const { http } = useAdminRuntime();
  const device = useDeviceName();
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    setBusy(true);
    try {
      const path = '/account/passkeys';
      const called = (name ?? device).trim() || device;
      const { codes } = await makePasskey<{ codes: readonly string[] }>(http, `${path}/begin`, `${path}/add`, {
        name: called,
      });
      notify(translate('shell.secondStep.passkey.added', { name: called }), { type: 'success' });
      onMade(codes);
    } catch (error) {
      setProblem(passkeyProblem(error));
      setBusy(false);
    }
  };
  return (
    <QuestionDialog title={translate('account.security.passkeyAdd')} busy={busy} width="xs" onClose={onClose}>
      <Box component="form" onSubmit={submit} noValidate>
        <DialogContent sx={{ pt: 0 }}>
          <Stack spacing={2}>
            <DialogContentText>{translate('account.security.passkeyAddLead')}</DialogContentText>
            {problem !== undefined && (
              <Alert severity="error" role="alert">
                {translate(problem, { _: problem })}
              </Alert>
            )}
            <TextField
              id="passkey-name"
              label={translate('account.security.passkeyName')}
              value={name ?? device}
              onChange={(event) => setName(event.target.value)}
              autoFocus
              fullWidth
              slotProps={{ htmlInput: { maxLength: LONGEST } }}
            />
          </Stack>
        </DialogContent>
        <QuestionButtons verb={translate('account.security.passkeyAdd')} busy={busy} onBack={onClose} />
      </Box>
    </QuestionDialog>
  );
}
