import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { madeOf } from 'forecourt/admin';
import { HOUR, fromWallClock, toWallClock } from '../../../rules/index.ts';
import { useRentalProvider } from '../../provider.ts';
import type { OrderInfo } from '../info/orderInfo.ts';

/** Cars that are free at the store from the change until the planned return; an order that is late needs one for an hour at least. */
export function useFreeCarsAt(order: OrderInfo, storeId: number | null, time: string) {
  const provider = useRentalProvider();
  const zone = order.timeZone;
  const pickup = fromWallClock(time, zone);
  const planned = fromWallClock(String(order['plannedReturnTime']), zone);
  const returned = pickup === null || planned === null ? null : Math.max(planned, pickup + HOUR);
  const query = {
    storeId: storeId ?? 0,
    returnStoreId: order['returnStoreId'] as number,
    pickupTime: time,
    returnTime: returned === null ? '' : toWallClock(returned, zone),
    excludeOrderId: Number(order.id),
  };
  return useQuery({
    queryKey: ['order', 'free cars', query],
    meta: madeOf('vehicle'),
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/order/availablecars', query, { signal })).data.filter(
        ({ id }) => id !== order['carId'],
      ),
    enabled: returned !== null && storeId !== null,
    staleTime: 0,
  });
}

/** What the rest of the rental costs with the chosen car, and what is to be known of it. */
export function useChangeQuote(order: OrderInfo) {
  const provider = useRentalProvider();
  const [carId, storeId, time] = useWatch({ name: ['newCarId', 'storeId', 'time'] }) as [
    number | null,
    number | null,
    string,
  ];
  const body = { id: Number(order.id), carId: carId ?? 0, ...(storeId === null ? {} : { storeId }), time };
  return useQuery({
    queryKey: ['order', 'change quote', body],
    queryFn: async ({ signal }) =>
      (await provider.call('POST', '/order/changecarquote', body, { signal, creates: false })).data,
    enabled: carId !== null && fromWallClock(time, order.timeZone) !== null,
    staleTime: 0,
  });
}
