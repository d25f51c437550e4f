import { Suspense } from 'react';
import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionButton, formatMoney, useCan } from 'forecourt/admin';
import type { Action, Resource } from 'forecourt/model';
import type { OrderInfo } from '../info/orderInfo.ts';
import { Panel } from '../../Panel.tsx';
import { PreauthRows } from './PreauthRows.tsx';

const opening = (name: string, page: 'form' | 'list', keys: readonly string[]): Action => ({
  ...{ name, post: '', keys, on: 'row' },
  opens: { resource: 'preauth', page, by: 'orderId' },
});
const ENTER = opening('enterpreauth', 'form', ['order-edit']);
const SHOW = opening('preauths', 'list', ['order-list']);

/** Authorisations of an order: one is entered here, and each is captured and released here or in their list. They are no money, and no part of the ledger (D-MONEY-20). */
export function Preauths({ model, order }: { model: Resource; order: OrderInfo }) {
  const translate = useTranslate();
  const [mayEnter, mayList] = [useCan('order-edit'), useCan('order-list')];
  return (
    <Panel
      title={translate('routes./order/preauth')}
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayEnter && <ActionButton model={model} action={ENTER} record={order} />}
          {mayList && <ActionButton model={model} action={SHOW} record={order} />}
        </Box>
      }
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {order.depositCovered > 0
          ? translate('rental.preauth.covered', { amount: formatMoney(order.depositCovered) })
          : translate('rental.preauth.explain')}
      </Box>
      {mayList && (
        <Suspense fallback={<Skeleton variant="rounded" height={48} />}>
          <PreauthRows orderId={order.id as number} />
        </Suspense>
      )}
    </Panel>
  );
}
