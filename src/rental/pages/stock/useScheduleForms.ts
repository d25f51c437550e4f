import { useState, type ComponentProps } from 'react';
import { useCreatePath, useNavigate } from 'react-admin';
import { DAY_MS, dayText, MINUTE_MS, useCan, wallText, type LazyFormDialog } from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, LISTED, toWallClock } from '../../rules/index.ts';
import type { Car, CarBar } from './scheduleModel.ts';

const HOUR_MS = 60 * MINUTE_MS;

type Filling = Pick<ComponentProps<typeof LazyFormDialog>, 'resource' | 'id' | 'known'>;

/** Orders may name it. A lane of orders without a car has no state of its own. */
export const isBookable = ({ status }: Pick<Car, 'status'>): boolean =>
  status === null || LISTED.some((listed) => listed === status);

/** What the schedule opens: the record of a bar, a booking on free time, a storage order. `wideDays`: a day is too narrow to mean an hour. */
export function useScheduleForms(wideDays: boolean) {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const mayStore = useCan('stock-add');
  const mayBook = useCan('order-add');
  const [filling, fill] = useState<Filling | null>(null);

  const open = (car: Car, bar: CarBar) => {
    const { kind, id, planId } = bar.stock;
    if (kind === 'order' && id > 0) navigate(createPath({ resource: 'order', type: 'show', id }));
    if (kind === 'storage') fill({ resource: 'storageOrder', id });
    if (planId !== null) fill({ resource: 'dispatchPlan', id: planId });
    else if (kind === 'dispatch' && car.carId !== null)
      navigate(createPath({ resource: 'vehicle', type: 'show', id: car.carId }));
  };
  const putAway = (car: Car, time: number | null = null) => {
    if (!mayStore || car.carId === null) return;
    const start = time === null ? Date.now() : Math.floor(time / DAY_MS) * DAY_MS;
    const offlineTime =
      time === null ? toWallClock(start, DEFAULT_TIME_ZONE) : `${dayText(start)} ${wallText(start).slice(11)}`;
    const { storeId, subModelId, carId } = car;
    fill({ resource: 'storageOrder', known: { kind: 1, storeId, subModelId, carId, offlineTime } });
  };
  const book = (car: Car, time: number | null = null) => {
    const at = time === null ? null : wideDays ? dayText(time) : wallText(Math.floor(time / HOUR_MS) * HOUR_MS);
    // A lane shows orders of several models and stores: only the time is meant.
    const { carId, storeId, subModelId } = car;
    fill({
      resource: 'order',
      known: { ...(carId !== null && { carId, storeId, subModelId }), ...(at !== null && { time: at }) },
    });
  };
  const onEmpty = (car: Car, time: number | null) => (mayBook && isBookable(car) ? book : putAway)(car, time);
  return { mayBook, mayStore, filling, fill, open, book, putAway, onEmpty };
}
