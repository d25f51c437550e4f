import { useId, type ComponentType } from 'react';
import { Box, Tab, Tabs } from '@mui/material';
import { RecordContextProvider, useGetOne, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import {
  AddressedAction,
  LoadProblem,
  PageSkeleton,
  RecordStar,
  RefreshButton,
  useCodeLabel,
  usePageName,
  useResourceEntry,
  useResourceModel,
  type ResourcePageProps,
} from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { AccountTab } from './detail/AccountTab.tsx';
import { BookingTab } from './detail/BookingTab.tsx';
import { ContractTab } from './detail/ContractTab.tsx';
import { LogTab } from './detail/LogTab.tsx';
import { BackToOrders, OrderHead } from './detail/OrderHead.tsx';
import type { OrderInfo } from './info/orderInfo.ts';
import { SharedSheets } from './detail/SharedSheets.tsx';
import { TasksTab } from './detail/TasksTab.tsx';

interface TabProps {
  readonly model: Resource;
  readonly order: OrderInfo;
}

const PARAMETER = 'tab';

/** The tabs in their documented order, by the codes of `orderDetailTab`; the account stands among them. */
const TABS: Readonly<Record<string, ComponentType<TabProps>>> = {
  booking: BookingTab,
  pickupReturn: ({ order }) => <TasksTab order={order} />,
  account: AccountTab,
  log: ({ model, order }) => (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SharedSheets id={order.id} />
      <LogTab model={model} id={order.id} />
    </Box>
  ),
  contract: ContractTab,
};
const [FIRST = ''] = Object.keys(TABS);

/** The chosen tab stands in the address: reload, back and links show the same. */
function OrderTabs({ model, order }: TabProps) {
  const [search, setSearch] = useSearchParams();
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const ids = useId();
  const asked = search.get(PARAMETER) ?? FIRST;
  const tab = asked in TABS ? asked : FIRST;
  const Content = TABS[tab]!;
  const choose = (next: string) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set(PARAMETER, next);
        return changed;
      },
      { replace: true },
    );
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_event, next: string) => choose(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('rental.order.head.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {Object.keys(TABS).map((name) => (
          <Tab
            key={name}
            value={name}
            label={name === 'account' ? translate('rental.order.account') : codeLabel('orderDetailTab', name)}
            id={`${ids}-tab-${name}`}
            aria-controls={`${ids}-panel-${name}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${ids}-panel-${tab}`} aria-labelledby={`${ids}-tab-${tab}`}>
        <Content model={model} order={order} />
      </Box>
    </>
  );
}

/** One order: its story at a glance, the next step, and below it everything in tabs. */
export default function OrderDetail({ resource, id }: ResourcePageProps) {
  const model = useResourceModel(resource);
  const { route } = useResourceEntry(resource);
  const {
    data: order,
    error,
    refetch,
  } = useGetOne<OrderInfo>(resource, { id: id ?? 0 }, { staleTime: 0, retry: false });
  usePageName(order?.orderNo);
  // A row of the list fills the cache beforehand, without the parts that only the order's own call answers.
  if (!order?.fees)
    return error ? (
      <Box sx={{ p: 3 }}>
        <LoadProblem error={error} onRetry={() => void refetch()} recordOf={resource} />
      </Box>
    ) : (
      <PageSkeleton />
    );
  return (
    <RecordContextProvider value={order}>
      <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', minHeight: 36 }}>
          {route.list ? <BackToOrders path={route.list} /> : <span />}
          <Box sx={{ display: 'flex' }}>
            <RecordStar resource={resource} id={order.id} />
            <RefreshButton />
          </Box>
        </Box>
        <OrderHead model={model} order={order} />
        <OrderTabs model={model} order={order} />
      </Box>
      <AddressedAction model={model} record={order} />
    </RecordContextProvider>
  );
}
