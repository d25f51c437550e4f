import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog, useAdminRuntime } from '../../../admin/index.ts';
import { hasPasskeysHere } from '../../passkeys/ceremony.ts';
import { Row, Rows } from './Rows.tsx';
import { FACTOR_KEY } from './SecondFactorRow.tsx';
import { PASSKEYS_KEY, type OwnPasskeys } from './usePasskeys.ts';

const NewPasskeyDialog = lazy(() => import('./NewPasskeyDialog.tsx'));
const SecondFactorDialog = lazy(() => import('./SecondFactorDialog.tsx'));

type One = OwnPasskeys['passkeys'][number];

/** The own passkeys, each with its end, and a new one where this page can make one. */
export function PasskeyList({ origin, passkeys }: OwnPasskeys) {
  const translate = useTranslate();
  const notify = useNotify();
  const { http } = useAdminRuntime();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState<One>();
  const [busy, setBusy] = useState(false);
  const canAdd = hasPasskeysHere(origin);

  const again = (): void => {
    for (const queryKey of [PASSKEYS_KEY, FACTOR_KEY]) void client.invalidateQueries({ queryKey });
  };
  const remove = async ({ id }: One): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await http('/account/passkeys/remove', { method: 'POST', body: { id }, creates: false });
      notify(message, { type: 'success' });
      again();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    setBusy(false);
    setLeaving(undefined);
  };
  const why = origin === null ? 'Nowhere' : origin === window.location.origin ? 'Browser' : 'Elsewhere';
  const help = canAdd ? 'passkeysHelp' : `passkeys${why}`;
  return (
    <Rows label={translate('account.security.passkeys')}>
      <Row
        title={translate('account.security.passkeys')}
        text={translate(`account.security.${help}`, { origin: origin ?? '' })}
      >
        {canAdd && (
          <Button variant="outlined" onClick={() => setAdding(true)}>
            {translate('account.security.passkeyAdd')}
          </Button>
        )}
      </Row>
      {passkeys.map((one) => (
        <Row
          key={one.id}
          title={one.name}
          text={[
            translate('account.security.passkeyMade', { time: one.createTime }),
            one.lastUsedTime === null
              ? translate('account.security.passkeyUnused')
              : translate('account.security.passkeyUsed', { time: one.lastUsedTime }),
          ].join(' · ')}
        >
          <Button
            color="error"
            aria-label={translate('account.security.passkeyRemoveLabel', { name: one.name })}
            onClick={() => setLeaving(one)}
          >
            {translate('account.security.passkeyRemove')}
          </Button>
        </Row>
      ))}
      <Suspense>
        {adding && (
          <NewPasskeyDialog
            onClose={() => setAdding(false)}
            onMade={(made) => {
              setAdding(false);
              setCodes(made);
              again();
            }}
          />
        )}
        {codes.length > 0 && <SecondFactorDialog shown={{ codes }} onClose={() => setCodes([])} />}
      </Suspense>
      <ConfirmDialog
        open={leaving !== undefined}
        title={translate('account.security.passkeyRemoveTitle')}
        verb={translate('account.security.passkeyRemoveTitle')}
        danger
        busy={busy}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && void remove(leaving)}
      >
        {translate('account.security.passkeyRemoveConfirm', { name: leaving?.name ?? '' })}
      </ConfirmDialog>
    </Rows>
  );
}
