import { useState, type FormEvent } from 'react';
import { Button, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { refusalOf, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { PasswordField } from '../PasswordField.tsx';
import type { StepProps } from './SecondStep.tsx';

type Values = { readonly pwd: string; readonly repeatpwd: string };

/** A password of one's own in place of one that somebody else has set. */
export function NewPassword({ ticket, onAnswer, onOver }: StepProps) {
  useTexts('shell.password');
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [values, setValues] = useState<Values>({ pwd: '', repeatpwd: '' });
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = {
      ...(values.pwd === '' && { pwd: 'msg.required' }),
      ...(values.repeatpwd !== values.pwd && { repeatpwd: 'msg.password.mismatch' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = { ticket, ...values };
      const { data } = await http<{ token: string }>('/account/signin/password', {
        method: 'POST',
        body,
        creates: false,
      });
      await onAnswer(data);
    } catch (error) {
      const refused = refusalOf(error);
      if (Object.keys(refused.errors).length === 0) return onOver(refused.message);
      setErrors(refused.errors);
      setBusy(false);
    }
  };
  const field = (name: keyof Values, label: string, help?: string) => (
    <PasswordField
      name={name}
      label={translate(label)}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      autoComplete="new-password"
      error={errors[name] && translate(errors[name], { _: errors[name] })}
      help={help}
      autoFocus={name === 'pwd'}
    />
  );
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2}>
      <Typography sx={{ color: 'text.secondary' }}>{translate('shell.secondStep.passwordLead')}</Typography>
      {field('pwd', 'shell.password.new', translate('shell.password.help'))}
      {field('repeatpwd', 'shell.password.repeat')}
      <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
        {translate('shell.secondStep.submit')}
      </Button>
    </Stack>
  );
}
