import { formatNumber } from '../../../framework/admin/index.ts';
import { Box, Gauge, Grid, minute, Sign } from './parts.tsx';
import { Both } from './SheetContext.tsx';
import { carName, taskOf, type SheetData } from './sheetData.ts';

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

/** Room for what the eye finds at either end, part by part. */
export function Condition() {
  return (
    <table className="grid free tall">
      <thead>
        <tr>
          <th scope="col">
            <Both k="rental.print.part" />
          </th>
          <th scope="col">
            <Both k="rental.print.out" />
          </th>
          <th scope="col">
            <Both k="rental.print.in" />
          </th>
        </tr>
      </thead>
      <tbody>
        {PARTS.map((part) => (
          <tr key={part}>
            <th scope="row">
              <Both k={`rental.print.parts.${part}`} />
            </th>
            <td style={{ width: '34%' }} />
            <td style={{ width: '34%' }} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What belongs in the car, to be ticked at either end. */
export function Equipment() {
  return (
    <table className="grid free">
      <thead>
        <tr>
          <th scope="col">
            <Both k="rental.print.equipment" />
          </th>
          <th scope="col">
            <Both k="rental.print.out" />
          </th>
          <th scope="col">
            <Both k="rental.print.in" />
          </th>
        </tr>
      </thead>
      <tbody>
        {EQUIPMENT.map((thing) => (
          <tr key={thing}>
            <th scope="row">
              <Both k={`rental.print.things.${thing}`} />
            </th>
            <td>
              <Box on={false}>{''}</Box>
            </td>
            <td>
              <Box on={false}>{''}</Box>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who rents what, with clocks and gauges of both ends; empty for the pen without an order. */
export function CheckFacts({ data }: { data?: SheetData }) {
  const out = data && taskOf(data, 'pickup');
  const back = data && taskOf(data, 'return');
  const km = (mileage: number | undefined): string => (mileage === undefined ? '' : formatNumber(mileage)) + ' km';
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
