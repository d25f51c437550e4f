import { useState, type FormEvent } from 'react';
import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FilePicker, useUnsavedChanges } from '../../../admin/index.ts';
import { useSaveSettings, type AccountSettings } from './useAccountSettings.ts';

const FIELDS = ['name', 'email'] as const;
type Values = Readonly<Record<(typeof FIELDS)[number] | 'avatar', string>>;

/** Name, email and picture. */
export function BasicSettings({ settings }: { settings: AccountSettings }) {
  const translate = useTranslate();
  const { busy, errors, save } = useSaveSettings();
  const { username, name, email, avatar } = settings;
  const [values, setValues] = useState<Values>({ name, email, avatar });
  const changed = values.name !== name || values.email !== email || values.avatar !== avatar;
  useUnsavedChanges(changed && !busy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(values);
  };
  return (
    <Stack component="form" onSubmit={submit} noValidate spacing={2.5} sx={{ maxWidth: 420 }}>
      <Box role="group" aria-labelledby="account-avatar">
        <Typography id="account-avatar" sx={{ fontSize: 13, color: 'text.secondary', mb: 0.75 }}>
          {translate('account.basic.avatar')}
        </Typography>
        <FilePicker
          value={values.avatar}
          label={translate('account.basic.avatar')}
          image
          several={false}
          disabled={busy}
          invalid={false}
          onChange={(value) => setValues({ ...values, avatar: String(value) })}
        />
      </Box>
      <TextField
        id="account-username"
        label={translate('account.basic.username')}
        value={username}
        slotProps={{ input: { readOnly: true } }}
        fullWidth
      />
      {FIELDS.map((field) => (
        <TextField
          key={field}
          id={`account-${field}`}
          label={translate(`account.basic.${field}`)}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={field}
          value={values[field]}
          onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          error={field in errors}
          helperText={errors[field]}
          fullWidth
        />
      ))}
      <Button type="submit" variant="contained" loading={busy} disabled={!changed} sx={{ alignSelf: 'flex-start' }}>
        {translate('account.save')}
      </Button>
    </Stack>
  );
}
