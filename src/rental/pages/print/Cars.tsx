import { formatNumber } from 'forecourt/admin';
import { minute } from './parts.tsx';
import { Both } from './SheetContext.tsx';
import type { SheetOf } from './sheetData.ts';

const HEADS = ['plate', 'model', 'out', 'in', 'distance', 'reason'] as const;

/** The odometer and the fuel of one end; empty for the pen. */
const reading = (mileage: number | null, oil: number | null): string =>
  [mileage === null ? '' : `${formatNumber(mileage)} km`, oil === null ? '' : `${oil}/8`].filter(Boolean).join(' · ');

/** Each car of an order that changed its car, with times, mileage and fuel of either end (O26); nothing where there was one. */
export function Cars({ cars }: Pick<SheetOf<'settlement'>, 'cars'>) {
  if (cars.length < 2) return null;
  return (
    <>
      <h2>
        <Both k="rental.print.section.cars" />
      </h2>
      <table className="grid free">
        <thead>
          <tr>
            {HEADS.map((name) => (
              <th key={name} scope="col">
                <Both k={`rental.print.cars.${name}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cars.map((car) => (
            <tr key={car.since}>
              <th scope="row">{car.plate}</th>
              <td>{car.modelName}</td>
              <td>
                {minute(car.since)}
                <br />
                {reading(car.mileageOut, car.oilOut)}
              </td>
              <td>
                {minute(car.until)}
                <br />
                {reading(car.mileageIn, car.oilIn)}
              </td>
              <td>{car.distance === null ? '' : `${formatNumber(car.distance)} km`}</td>
              <td>{car.reason && <Both k={`codes.carChangeReason.${car.reason}`} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
