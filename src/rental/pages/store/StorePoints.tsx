import { useMemo } from 'react';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import {
  formatMoney,
  LoadProblem,
  useAlsoOnMap,
  useCan,
  useLabels,
  useTexts,
  type BelowPageProps,
  type MapPoint,
  FigureTable,
  type FigureColumn,
} from 'forecourt/admin';
import type { DeliveryFee } from '../../../../schemas/types.generated.ts';
import { Panel } from '../Panel.tsx';
import { useRentalProvider } from '../provider.ts';

/** Kind and status of a row: a delivery point in use (D-ADM-07). */
const POINTS = { kind: 1, status: 1 };
const NONE: readonly DeliveryFee[] = [];

const isPlaced = (point: DeliveryFee): point is DeliveryFee & { latitude: number; longitude: number } =>
  typeof point.latitude === 'number' && typeof point.longitude === 'number';

function PointTable({ title, points }: { title: string; points: readonly DeliveryFee[] }) {
  const translate = useTranslate();
  const labels = useLabels('deliveryFee');
  const columns: readonly FigureColumn<DeliveryFee>[] = [
    {
      key: 'name',
      label: labels.field('name'),
      cell: (point) => (
        <>
          {point.name}
          {!isPlaced(point) && (
            <Box
              component="span"
              sx={{ color: 'text.secondary' }}
            >{` · ${translate('rental.store.pointUnplaced')}`}</Box>
          )}
        </>
      ),
    },
    { key: 'address', label: labels.field('address'), cell: ({ name, address }) => (address === name ? '' : (address ?? '')) }, // prettier-ignore
    { key: 'hours', label: translate('rental.store.pointHours'), cell: ({ startTime, endTime }) => (startTime ? `${startTime}–${endTime}` : '') }, // prettier-ignore
    { key: 'deliveryFee', label: labels.field('deliveryFee'), align: 'right', cell: ({ deliveryFee }) => formatMoney(deliveryFee ?? 0) }, // prettier-ignore
    { key: 'pickupFee', label: labels.field('pickupFee'), align: 'right', cell: ({ pickupFee }) => formatMoney(pickupFee) }, // prettier-ignore
  ];
  return <FigureTable label={title} columns={columns} rows={points} keyOf={({ id }) => id} />;
}

/** The delivery points in use of a store: on the maps of the page, and with their fees in a table below. */
export default function StorePoints({ id: storeId }: BelowPageProps) {
  useTexts('rental.store');
  const translate = useTranslate();
  const provider = useRentalProvider();
  const allowed = useCan('store-detail');
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveryFee', 'options', { storeId }],
    queryFn: async ({ signal }) =>
      (await provider.options('deliveryFee', { storeId, ...POINTS }, { signal })).data as unknown as DeliveryFee[],
    enabled: allowed,
    retry: false,
  });
  const points = data ?? NONE;
  const onMap = useMemo(
    () => points.filter(isPlaced).map(({ id, name, latitude, longitude }): MapPoint => ({ id, name: name ?? '', latitude, longitude })), // prettier-ignore
    [points],
  );
  useAlsoOnMap(onMap);
  if (!allowed) return null;
  const title = translate('rental.store.points');
  return (
    <Panel title={title}>
      {error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : data && points.length === 0 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('rental.store.noPoints')}</Box>
      ) : (
        <>
          <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{translate('rental.store.pointsHint')}</Box>
          <PointTable title={title} points={points} />
        </>
      )}
    </Panel>
  );
}
