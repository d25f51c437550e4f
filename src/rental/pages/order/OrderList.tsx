import { ResourceList, type ResourcePageProps } from '../../../framework/admin/index.ts';
import { OrderTabs } from './OrderTabs.tsx';

/** The order list: the generated one under its six tabs. */
export default function OrderList(props: ResourcePageProps) {
  return <ResourceList {...props} above={<OrderTabs />} />;
}
