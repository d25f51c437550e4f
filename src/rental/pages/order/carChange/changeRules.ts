import type { FreeCar } from '../../../calls/index.ts';
import {
  AUDIT,
  VEHICLE,
  carChangeGuard,
  fromWallClock,
  type CarChangePrice,
  type CarFate,
  type Problem,
} from '../../../rules/index.ts';
import type { StepValues } from '../../steps/StepField.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';

const text = (value: unknown): string => String(value ?? '').trim();
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What the form calls otherwise than the call does. */
export const FIELD_OF: Readonly<Record<string, string>> = { carId: 'newCarId', oldCarId: 'newCarId' };

/** Until the server has judged them, papers that a list of free cars says nothing of count as valid. */
const FAR = '9999-12-31';

/** The server's rules over what the form holds (O26); whether the new car is free is asked of the server alone. */
export function changeProblems(
  values: StepValues,
  order: OrderInfo,
  cars: readonly FreeCar[],
  now: number,
): readonly Problem[] {
  const at = (time: unknown): number | null => fromWallClock(text(time), order.timeZone);
  const car = cars.find(({ id }) => id === values['newCarId']);
  const orderCarId = order['carId'] as number;
  const problems = carChangeGuard({
    time: at(values['time']),
    back: {
      carId: orderCarId,
      mileage: number(values['mileage']),
      oil: number(values['oil']),
      mileageConfirmed: values['mileageConfirmed'] === 1,
      unread: values['cannotRead'] === 1 ? text(values['unread']) || '?' : '',
    },
    out: {
      carId: number(values['newCarId']),
      mileage: number(values['newMileage']),
      oil: number(values['newOil']),
      mileageConfirmed: values['newMileageConfirmed'] === 1,
    },
    orderCarId,
    orderPlate: text(order['plate']),
    since: at(order['carSince']) ?? at(order['actualPickupTime']) ?? 0,
    outMileage: order.cars.at(-1)?.mileageOut ?? 0,
    car: car
      ? {
          ...{ id: car.id, subModelId: car.subModelId, mileage: car.mileage },
          ...{ status: VEHICLE.available, auditStatus: AUDIT.passed, compulsoryEnd: FAR, inspectionExpiry: FAR },
          ...{ inStorage: false, inMaintenance: false, dispatchDue: false },
        }
      : null,
    bookedSubModelId: order['subModelId'] as number,
    lastBack: null,
    fate: values['fate'] as CarFate,
    remark: text(values['remark']),
    price: values['price'] as CarChangePrice,
    priceReason: text(values['priceReason']),
    now,
    timeZone: order.timeZone,
  });
  const missing = values['cannotRead'] === 1 && text(values['unread']) === '';
  return [
    ...problems
      .filter(({ code }) => code !== 'car.notFound')
      .map((each) => ({ ...each, field: FIELD_OF[each.field ?? ''] ?? each.field })),
    ...(missing ? [{ code: 'field.required', params: {}, field: 'unread' } as const] : []),
  ];
}

/** What is sent of the form. */
export function changeBody(values: StepValues, order: OrderInfo): Readonly<Record<string, unknown>> {
  const said = (name: string): Readonly<Record<string, string>> =>
    text(values[name]) === '' ? {} : { [name]: text(values[name]) };
  const photos = (name: string) =>
    Array.isArray(values[name]) && values[name].length > 0 ? { [name]: values[name] } : {};
  const back =
    values['cannotRead'] === 1
      ? said('unread')
      : {
          ...{ mileage: values['mileage'], oil: values['oil'], ...photos('photos') },
          ...(values['mileageConfirmed'] === 1 && { mileageConfirmed: 1 }),
        };
  return {
    id: order.id,
    oldCarId: order['carId'],
    ...{ time: values['time'], storeId: values['storeId'], reason: values['reason'], fate: values['fate'] },
    ...said('remark'),
    ...back,
    ...{
      carId: values['newCarId'],
      newMileage: values['newMileage'],
      newOil: values['newOil'],
      ...photos('newPhotos'),
    },
    ...(values['newMileageConfirmed'] === 1 && { newMileageConfirmed: 1 }),
    price: values['price'],
    ...(values['price'] === 'new' && said('priceReason')),
    ...(values['fate'] === 'shop' && said('shopUntil')),
    updateTime: order['updateTime'],
  };
}
