import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { ConfirmDialog, useAdminRuntime } from '../../../admin/index.ts';
import type { Shown } from './SecondFactorDialog.tsx';
import { Row } from './Rows.tsx';

const SecondFactorDialog = lazy(() => import('./SecondFactorDialog.tsx'));

interface State {
  readonly confirmed: boolean;
  readonly required: boolean;
  readonly codesLeft: number;
}

export const FACTOR_KEY = ['own second factor'];

/** Whether a code of an app is asked for at sign-in, what can be done about it, and the recovery codes, which stand in for passkeys, too. */
export function SecondFactorRow({ passkeys }: { passkeys: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { http } = useAdminRuntime();
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown>();
  const [ending, setEnding] = useState(false);
  const { data } = useQuery({
    queryKey: FACTOR_KEY,
    queryFn: async () => (await http<State>('/account/secondfactor')).data,
  });
  if (!data) return null;

  const ask = async <T,>(path: string, then: (data: T, message: string) => void): Promise<void> => {
    try {
      const answer = await http<T>(`/account/secondfactor/${path}`, { method: 'POST', creates: false });
      then(answer.data, answer.message);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  const again = (): void => void client.invalidateQueries({ queryKey: FACTOR_KEY });
  const end = async (): Promise<void> => {
    await ask('end', (_, message) => {
      notify(message, { type: 'success' });
      again();
    });
    setEnding(false);
  };
  const state = data.confirmed ? 'factorOn' : passkeys ? 'factorPasskeys' : 'factorHelp';
  const text = translate(`account.security.${state}`, { count: data.codesLeft });
  return (
    <Row title={translate('account.security.factor')} text={text}>
      {(data.confirmed || passkeys) && (
        <Button variant="outlined" onClick={() => void ask<Shown>('codes', setShown)}>
          {translate('account.security.factorCodes')}
        </Button>
      )}
      {data.confirmed ? (
        !data.required && (
          <Button color="error" onClick={() => setEnding(true)}>
            {translate('account.security.factorEnd')}
          </Button>
        )
      ) : (
        <Button variant="outlined" onClick={() => void ask<Shown>('begin', setShown)}>
          {translate('account.security.factorBegin')}
        </Button>
      )}
      {shown && (
        <Suspense>
          <SecondFactorDialog
            shown={shown}
            onClose={() => {
              setShown(undefined);
              again();
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={ending}
        title={translate('account.security.factorEnd')}
        verb={translate('account.security.factorEnd')}
        danger
        onClose={() => setEnding(false)}
        onConfirm={() => void end()}
      >
        {translate(`account.security.${passkeys ? 'factorEndPasskeys' : 'factorEndConfirm'}`)}
      </ConfirmDialog>
    </Row>
  );
}
