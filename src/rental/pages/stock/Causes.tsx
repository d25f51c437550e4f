import { Box, DialogContent, Link, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { LoadProblem, madeOf, QuestionButtons, QuestionDialog, useCan } from 'forecourt/admin';
import type { DispatchPlan } from '../../../../schemas/types.generated.ts';
import type { Forecast, Shortage } from '../../calls/index.ts';
import { useRentalProvider } from '../provider.ts';

/** Stores that are named: the ones with most to spare. */
const MOST_STORES = 3;
/** Orders that are named: those that leave last are missing most surely. */
const MOST_ORDERS = 20;
/** When a car leaves that is to be there on a day. */
const MORNING = '08:00:00';

/** Other stores with cars of the model to spare on all days of the forecast. */
const sparesOf = ({ rows }: Forecast, { storeId }: Shortage) =>
  rows
    .filter((row) => row.storeId !== storeId)
    .map((row) => ({ ...row, cars: Math.min(...row.cells.map(({ cars }) => cars)) }))
    .filter(({ cars }) => cars > 0)
    .toSorted((a, b) => b.cars - a.cars)
    .slice(0, MOST_STORES);

/** What a planned dispatch begins with. */
export type PlanStart = Readonly<
  Pick<DispatchPlan, 'subModelId' | 'fromStoreId' | 'toStoreId'> & Record<'departTime', string>
>;

/** A car of the model that comes in the morning of the day on which one is missing. */
const planOf = ({ storeId }: { readonly storeId: number }, shortage: Shortage): PlanStart => ({
  subModelId: shortage.subModelId,
  fromStoreId: storeId,
  toStoreId: shortage.storeId,
  departTime: `${shortage.date} ${MORNING}`,
});

interface CausesProps {
  readonly shortage: Shortage;
  /** Who leaves without a car. */
  readonly orders: Shortage['orders'];
  /** Last day that is shown. */
  readonly until: string;
  /** Opens the form of a planned dispatch that begins with these values. */
  readonly onPlan: (known: PlanStart) => void;
  readonly onClose: () => void;
}

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 } as const;

/** Why cars are missing, and what can be done: give a car in the schedule, bring one from where there are some, look further. */
export function Causes({ shortage, orders, until, onPlan, onClose }: CausesProps) {
  const translate = useTranslate();
  const provider = useRentalProvider();
  const createPath = useCreatePath();
  const mayPlan = useCan('stock-add');
  const maySchedule = useCan('car-inventory');
  const { storeId, subModelId, date, missing } = shortage;
  const text = (name: string, args?: object): string => translate(`rental.stock.page.${name}`, args);
  const ofModel = { dateStart: date, dateEnd: until, subModelId };
  const everywhere = useQuery({
    queryKey: ['stock forecast', ofModel],
    meta: madeOf('vehicle', 'order', 'dispatchPlan'),
    queryFn: async ({ signal }) => (await provider.call('GET', '/car/forecast', ofModel, { signal })).data,
    retry: false,
    enabled: mayPlan,
  });
  const spares = everywhere.data ? sparesOf(everywhere.data, shortage) : [];
  return (
    <QuestionDialog title={text('shortageOf', { date, count: missing })} busy={false} onClose={onClose}>
      <DialogContent>
        {orders.length === 0 && <Typography>{text('storedCause')}</Typography>}
        <Box component="ul" sx={list}>
          {orders.slice(-MOST_ORDERS).map((order) => (
            <Box
              component="li"
              key={`${order.id} ${order.time}`}
              sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', fontVariantNumeric: 'tabular-nums' }}
            >
              <span>{order.time.slice(0, 16)}</span>
              {order.id > 0 ? (
                <Link component={LinkBase} to={createPath({ resource: 'order', type: 'show', id: order.id })}>
                  {order.orderNo}
                </Link>
              ) : (
                <span>{text('taken')}</span>
              )}
              <span>{order.plate || translate('rental.tasks.noPlate')}</span>
            </Box>
          ))}
        </Box>
        <Typography component="h3" sx={{ mt: 2, mb: 1, fontSize: 14, fontWeight: 600 }}>
          {text('nextSteps')}
        </Typography>
        {everywhere.error && <LoadProblem error={everywhere.error} onRetry={() => void everywhere.refetch()} />}
        <Box component="ul" sx={list}>
          {everywhere.isLoading && (
            <li>
              <Skeleton width={240} />
            </li>
          )}
          {spares.map((row) => (
            <li key={row.storeId}>
              <Link component="button" sx={{ textAlign: 'start' }} onClick={() => onPlan(planOf(row, shortage))}>
                {text('bringFrom', { store: row.storeName, count: row.cars })}
              </Link>
            </li>
          ))}
          {maySchedule && (
            <li>
              <Link
                component={LinkBase}
                to={`/car/stockview?${new URLSearchParams({ from: date, storeId: String(storeId), subModelId: String(subModelId) })}`}
              >
                {text('giveCar')}
              </Link>
            </li>
          )}
          <li>
            <Link
              component={LinkBase}
              onClick={onClose}
              to={`/car/forecast?${new URLSearchParams({ from: date, subModelId: String(subModelId) })}`}
            >
              {text('elsewhere')}
            </Link>
          </li>
        </Box>
      </DialogContent>
      <QuestionButtons busy={false} onBack={onClose} />
    </QuestionDialog>
  );
}
