import { Box, Link as MuiLink, Skeleton } from '@mui/material';
import { Link, useGetList, useTranslate } from 'react-admin';
import {
  Fact,
  FieldValue,
  LoadProblem,
  useCan,
  useFileUrl,
  useLabels,
  useResourceModel,
  useTexts,
  type ShowGroupProps,
} from 'forecourt/admin';
import type { Order } from '../../../../schemas/types.generated.ts';
import { AUDIT, ORDER } from '../../rules/index.ts';
import { VehicleStrip } from './VehicleStrip.tsx';

/** More than one rental and the bookings that nobody fetched; those after them are in the list of the car's orders. */
const LOOKED_AT = 10;
const REFRESHED_MS = 60_000;

/** What is said of a trip. */
const READS = [
  'renterName',
  'status',
  'plannedPickupTime',
  'plannedReturnTime',
  'pickupStoreId',
  'pickupStoreName',
  'returnStoreId',
  'returnStoreName',
] as const;
type OrderRow = Pick<Order, 'id' | (typeof READS)[number]> & Readonly<Record<string, unknown>>;

/** One end of a trip that concerns the car now: who has it or fetches it, and the time by which something is to be done. */
function Trip({
  title,
  order,
  time,
  store,
}: {
  title: string;
  order: OrderRow;
  time: (typeof READS)[number];
  store: (typeof READS)[number];
}) {
  const model = useResourceModel('order');
  const labels = useLabels('order');
  return (
    <Fact label={title}>
      <Box component="span" sx={{ display: 'grid', gap: 0.25, justifyItems: 'start' }}>
        <MuiLink component={Link} to={`/order/detail/${order.id}`} sx={{ fontWeight: 600 }}>
          {order.renterName}
        </MuiLink>
        <Box component="span" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
          {labels.field(time)} <FieldValue model={model} name={time} record={order} />
        </Box>
        <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
          <FieldValue model={model} name={store} record={order} />
        </Box>
      </Box>
    </Fact>
  );
}

/** Orders that concern the car, by the time that they begin; asked for once for all that is said of them. */
const useTrips = (carId: number) =>
  useGetList<OrderRow>(
    'order',
    {
      filter: { carId, status: [ORDER.pickedUp, ORDER.approved] },
      sort: { field: 'plannedPickupTime', order: 'ASC' },
      pagination: { page: 1, perPage: LOOKED_AT },
      meta: { fields: READS },
    },
    { retry: false, refetchInterval: REFRESHED_MS },
  );

function Days({ carId }: { carId: number }) {
  useTexts('rental.vehicle');
  const { data = [] } = useTrips(carId);
  return data.length > 0 ? <VehicleStrip orders={data} /> : null;
}

function Trips({ carId }: { carId: number }) {
  const translate = useTranslate();
  useTexts('rental.vehicle');
  const { data, error, isPending, isFetching, refetch } = useTrips(carId);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (isPending) return <Skeleton variant="rounded" height={64} />;
  const current = data.find(({ status }) => status === ORDER.pickedUp);
  const next = data.find(({ status }) => status === ORDER.approved);
  return (
    <>
      {current && (
        <Trip
          title={translate('rental.vehicle.now.renter')}
          order={current}
          time="plannedReturnTime"
          store="returnStoreId"
        />
      )}
      {next && (
        <Trip
          title={translate('rental.vehicle.now.next')}
          order={next}
          time="plannedPickupTime"
          store="pickupStoreId"
        />
      )}
      {!current && !next && (
        <Fact label={translate('rental.vehicle.now.next')}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('rental.vehicle.now.none')}
          </Box>
        </Fact>
      )}
    </>
  );
}

/** The first picture of a car, which opens the whole one. */
function Photo({ name, alt }: { readonly name: string; readonly alt: string }) {
  const url = useFileUrl(name);
  if (!url) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <Box
        component="img"
        src={url}
        alt={alt}
        sx={{ width: 144, height: 96, objectFit: 'cover', borderRadius: 1, display: 'block' }}
      />
    </a>
  );
}

/** A car at first sight: its picture, what state it is in, who has it, who is next and its next days (for those who may see orders). */
export default function VehicleSituation({ model, group, record }: ShowGroupProps) {
  const labels = useLabels(model.name);
  const maySeeOrders = useCan('order-list');
  const photo = (record['images'] as readonly string[] | null | undefined)?.[0];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        {photo !== undefined && <Photo name={photo} alt={String(record['plate'] ?? '')} />}
        <Box
          component="dl"
          sx={{
            m: 0,
            flex: '1 1 320px',
            minWidth: 0,
            display: { xs: 'grid', sm: 'flex' },
            flexWrap: 'wrap',
            columnGap: { xs: 2, sm: 5 },
            rowGap: 2,
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          }}
        >
          {group.fields
            .filter((name) => name !== 'auditStatus' || record[name] !== AUDIT.passed)
            .map((name) => (
              <Fact key={name} label={labels.field(name)}>
                <FieldValue model={model} name={name} record={record} />
              </Fact>
            ))}
          {maySeeOrders && <Trips carId={Number(record.id)} />}
        </Box>
      </Box>
      {maySeeOrders && <Days carId={Number(record.id)} />}
    </Box>
  );
}
