import { type BelowPageProps, useLabels } from 'forecourt/admin';
import { Panel } from '../Panel.tsx';
import { StorePreview } from './StorePreview.tsx';

/** The preview below the delivery points and fees of a store. */
export default function StoreFeePreview({ id }: BelowPageProps) {
  const labels = useLabels('storeSetting');
  return (
    <Panel title={labels.group('preview')}>
      <StorePreview storeId={id} points />
    </Panel>
  );
}
