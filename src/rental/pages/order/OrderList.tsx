import { lazy, Suspense } from 'react';
import { useListContext } from 'react-admin';
import { ResourceList, type ResourcePageProps } from 'forecourt/admin';
import { OrderTabs } from './OrderTabs.tsx';

const LateReturns = lazy(() => import('./LateReturns.tsx'));

/** Beside the late cars stands who waits for them. */
function AboveOrders() {
  const { filterValues } = useListContext();
  return (
    <>
      <OrderTabs />
      {filterValues['tab'] === 'overdueReturn' && (
        <Suspense fallback={null}>
          <LateReturns />
        </Suspense>
      )}
    </>
  );
}

/** The order list: the generated one under its six tabs. */
export default function OrderList(props: ResourcePageProps) {
  return <ResourceList {...props} above={<AboveOrders />} />;
}
