import { Chip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Row, Rows } from './Rows.tsx';
import type { AccountSettings } from './useAccountSettings.ts';

/** Accounts elsewhere. Nothing can be bound yet, and the page says so rather than offer a button. */
export function BindingSettings({ settings: { binding } }: { settings: AccountSettings }) {
  const translate = useTranslate();
  if (binding.length === 0) return <Typography>{translate('account.binding.empty')}</Typography>;
  return (
    <Rows>
      {binding.map(({ channel }) => (
        <Row key={channel} title={translate(`account.bindings.${channel}`)}>
          <Chip size="small" variant="outlined" label={translate('account.binding.none')} />
        </Row>
      ))}
    </Rows>
  );
}
