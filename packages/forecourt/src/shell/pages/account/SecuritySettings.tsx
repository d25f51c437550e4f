import { lazy, Suspense, useState, type FormEvent } from 'react';
import { Box, Button, Stack, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useUnsavedChanges } from '../../../admin/index.ts';
import { Row, Rows } from './Rows.tsx';
import { SecondFactorRow } from './SecondFactorRow.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { usePasskeys } from './usePasskeys.ts';
import { BESIDE_INPUT } from '../besideInput.ts';
import { useSaveSettings, type AccountSettings } from './useAccountSettings.ts';

const ChangePasswordDialog = lazy(() => import('../../ChangePasswordDialog.tsx'));

function PhoneForm({ phone }: { phone: string }) {
  const translate = useTranslate();
  const { busy, errors, save } = useSaveSettings();
  const [value, setValue] = useState(phone);
  useUnsavedChanges(value.trim() !== phone && !busy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save({ phone: value.trim() });
  };
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <TextField
        id="account-phone"
        size="small"
        type="tel"
        autoComplete="tel"
        label={translate('account.security.phone')}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={'phone' in errors}
        helperText={errors['phone']}
      />
      <Button type="submit" variant="outlined" loading={busy} disabled={value.trim() === phone} sx={BESIDE_INPUT}>
        {translate('account.save')}
      </Button>
    </Box>
  );
}

/** Password, phone, second factor and passkeys. */
export function SecuritySettings({ settings: { phone } }: { settings: AccountSettings }) {
  const translate = useTranslate();
  const passkeys = usePasskeys();
  const [changing, setChanging] = useState(false);
  return (
    <Stack spacing={3}>
      <Rows>
        <Row title={translate('account.security.password')} text={translate('account.security.passwordHelp')}>
          <Button variant="outlined" onClick={() => setChanging(true)}>
            {translate('shell.user.password')}
          </Button>
        </Row>
        <Row title={translate('account.security.phone')} text={translate('account.security.phoneHelp')}>
          <PhoneForm key={phone} phone={phone} />
        </Row>
        <SecondFactorRow passkeys={(passkeys?.passkeys.length ?? 0) > 0} />
      </Rows>
      {passkeys && <PasskeyList {...passkeys} />}
      {changing && (
        <Suspense>
          <ChangePasswordDialog onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Stack>
  );
}
