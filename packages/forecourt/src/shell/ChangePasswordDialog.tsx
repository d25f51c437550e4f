import { useState, type FormEvent } from 'react';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { forgetUnsavedChanges, refusalOf, useAdminRuntime, useLeaveQuestion, useTexts } from '../admin/index.ts';
import { PasswordField } from './PasswordField.tsx';

const LEAST = 8;
const RELOAD_AFTER_MS = 1_200;
const LABELS = { oldpwd: 'shell.password.old', pwd: 'shell.password.new', repeatpwd: 'shell.password.repeat' } as const;
type Values = { readonly oldpwd: string; readonly pwd: string; readonly repeatpwd: string };

/** What is wrong before the server is asked (D-AUTH-05). */
function passwordErrors({ oldpwd, pwd, repeatpwd }: Values): Partial<Record<keyof Values, string>> {
  return {
    ...(oldpwd === '' && { oldpwd: 'msg.required' }),
    ...(pwd === '' ? { pwd: 'msg.required' } : pwd.length < LEAST && { pwd: 'msg.password.tooShort' }),
    ...(repeatpwd === '' ? { repeatpwd: 'msg.required' } : repeatpwd !== pwd && { repeatpwd: 'msg.password.mismatch' }),
  };
}

/** Changes the password of the signed-in user; every session ends with it, so the page goes back to sign-in. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  useTexts('shell.password');
  const translate = useTranslate();
  const notify = useNotify();
  const { http, session } = useAdminRuntime();
  const [values, setValues] = useState<Values>({ oldpwd: '', pwd: '', repeatpwd: '' });
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { leave, question } = useLeaveQuestion(Object.values(values).some(Boolean), onClose);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = passwordErrors(values);
    setErrors(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await http('/admin/user/updatepwd', { method: 'POST', body: values });
      notify('shell.password.done', { type: 'success' });
      setTimeout(() => {
        forgetUnsavedChanges();
        session.end();
        window.location.reload();
      }, RELOAD_AFTER_MS);
    } catch (error) {
      const refused = refusalOf(error);
      setErrors(refused.errors);
      setRefusal(Object.keys(refused.errors).length > 0 ? undefined : refused.message);
      setBusy(false);
    }
  };

  const field = (name: keyof Values, autoComplete: string) => (
    <PasswordField
      key={name}
      name={name}
      label={translate(LABELS[name])}
      autoComplete={autoComplete}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      error={errors[name] && translate(errors[name], { _: errors[name] })}
      help={name === 'pwd' ? translate('shell.password.help') : undefined}
      autoFocus={name === 'oldpwd'}
    />
  );

  return (
    <Dialog open onClose={busy ? undefined : leave} aria-labelledby="password-title" maxWidth="xs" fullWidth>
      <DialogTitle id="password-title">{translate('shell.password.title')}</DialogTitle>
      <Box component="form" onSubmit={submit} noValidate>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {refusal && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
            {field('oldpwd', 'current-password')}
            {field('pwd', 'new-password')}
            {field('repeatpwd', 'new-password')}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={leave} disabled={busy}>
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {translate('shell.password.submit')}
          </Button>
        </DialogActions>
      </Box>
      {question}
    </Dialog>
  );
}
