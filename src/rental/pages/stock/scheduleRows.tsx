import type { TimelineRow } from 'forecourt/admin';
import { CarHead } from './CarHead.tsx';
import type { Car } from './scheduleModel.ts';

/** A row for each car: what has not changed is the same row, and is not drawn anew. */
const rows = new WeakMap<Car, TimelineRow>();
const carsOfRows = new WeakMap<TimelineRow, Car>();

/** The car of a row that `rowOf` or `rowWithout` made. */
export const carOf = (row: TimelineRow): Car => carsOfRows.get(row)!;

export function rowOf(car: Car): TimelineRow {
  const known = rows.get(car);
  if (known) return known;
  const row = { key: car.key, name: car.plate, head: <CarHead car={car} />, bars: car.bars };
  rows.set(car, row);
  carsOfRows.set(row, car);
  return row;
}

/** The row of a car with only these of its bars. */
export function rowWith(car: Car, keeps: (bar: Car['bars'][number]) => boolean): TimelineRow {
  const row = { ...rowOf(car), bars: car.bars.filter(keeps) };
  carsOfRows.set(row, car);
  return row;
}
