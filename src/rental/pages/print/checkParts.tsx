import type { ReactNode } from 'react';
import { formatNumber } from 'forecourt/admin';
import { Box, Gauge, Grid, minute, Sign } from './parts.tsx';
import { Both } from './SheetContext.tsx';
import { carName, taskOf, type Check } from './sheetData.ts';

const PARTS = ['front', 'rear', 'left', 'right', 'roof', 'glass', 'wheels', 'interior'] as const;
const EQUIPMENT = [
  'spare',
  'jack',
  'triangle',
  'vest',
  'extinguisher',
  'charger',
  'childSeat',
  'licence',
  'keys',
  'etc',
] as const;

interface CheckTableProps {
  /** Of the column of names, and before the name of each row. */
  readonly title: string;
  readonly rows: string;
  readonly names: readonly string[];
  readonly className: string;
  /** What is filled in by pen, at either end. */
  readonly blank: ReactNode;
}

/** A row a thing, with room for both ends of the rental. */
function CheckTable({ title, rows, names, className, blank }: CheckTableProps) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {[title, 'rental.print.out', 'rental.print.in'].map((k) => (
            <th key={k} scope="col">
              <Both k={k} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <Both k={`${rows}.${name}`} />
            </th>
            {blank}
            {blank}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Room for what the eye finds at either end, part by part. */
export const Condition = () => (
  <CheckTable
    title="rental.print.part"
    rows="rental.print.parts"
    names={PARTS}
    className="grid free tall"
    blank={<td style={{ width: '34%' }} />}
  />
);

/** What belongs in the car, to be ticked at either end. */
export const Equipment = () => (
  <CheckTable
    title="rental.print.equipment"
    rows="rental.print.things"
    names={EQUIPMENT}
    className="grid free"
    blank={
      <td>
        <Box on={false}>{''}</Box>
      </td>
    }
  />
);

/** Who rents what, with clocks and gauges of both ends; empty for the pen without an order. */
export function CheckFacts({ data }: { data?: Check }) {
  const out = data && taskOf(data, 'pickup');
  const back = data && taskOf(data, 'return');
  const km = (mileage: number | null | undefined): string =>
    (typeof mileage === 'number' ? formatNumber(mileage) : '') + ' km';
  return (
    <Grid
      cells={[
        { k: 'resources.order.fields.renterName', value: data?.renterName ?? '' },
        { k: 'resources.order.fields.renterPhone', value: data?.renterPhone ?? '' },
        { k: 'resources.order.fields.subModelId', value: data ? carName(data.car) : '' },
        { k: 'resources.order.fields.plate', value: data?.car.plate ?? '' },
        { k: 'rental.print.timeOut', value: minute(data?.actualPickupTime || data?.plannedPickupTime || '') },
        { k: 'rental.print.timeIn', value: minute(data?.actualReturnTime || data?.plannedReturnTime || '') },
        { k: 'rental.print.mileageOut', value: km(out?.mileage) },
        { k: 'rental.print.mileageIn', value: km(back?.mileage) },
        { k: 'rental.print.oilOut', value: <Gauge value={out?.oil} /> },
        { k: 'rental.print.oilIn', value: <Gauge value={back?.oil} /> },
      ]}
    />
  );
}

/** Renter and staff sign when the car goes out and when it comes back. */
export const CheckSigns = () => (
  <div className="signs">
    <Sign k="rental.print.out" by={['rental.print.signRenter', 'rental.print.signStaff']} />
    <Sign k="rental.print.in" by={['rental.print.signRenter', 'rental.print.signStaff']} />
  </div>
);

/** The order that the address of a check sheet names (D-PRINT-01); without one the sheet is blank. */
export const ORDER_PARAMETER = 'orderId';
