import { useSearchParams } from 'react-router';
import { formatNumber } from '../../../framework/admin/index.ts';
import { CarSketch } from './CarSketch.tsx';
import { Box, Gauge, Grid, minute, SheetHead, Sign } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
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

function Condition() {
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

function Equipment() {
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

function CheckSheet({ data }: { data?: SheetData }) {
  const out = data && taskOf(data, 'pickup');
  const back = data && taskOf(data, 'return');
  const km = (mileage: number | undefined): string => (mileage === undefined ? '' : formatNumber(mileage)) + ' km';
  return (
    <div className="compact">
      <SheetHead title="check" data={data} store={data?.pickupStore} />
      <h2>
        <Both k="rental.print.section.order" />
      </h2>
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
      <h2>
        <Both k="rental.print.section.sketch" />
      </h2>
      <CarSketch />
      <p className="note">
        <Both k="rental.print.marks" />
      </p>
      <div className="two">
        <section>
          <h2>
            <Both k="rental.print.section.condition" />
          </h2>
          <Condition />
        </section>
        <section>
          <h2>
            <Both k="rental.print.section.equipment" />
          </h2>
          <Equipment />
        </section>
      </div>
      <div className="signs">
        <Sign k="rental.print.out" by={['rental.print.signRenter', 'rental.print.signStaff']} />
        <Sign k="rental.print.in" by={['rental.print.signRenter', 'rental.print.signStaff']} />
      </div>
    </div>
  );
}

/** The state of the car going out and coming back, one page: blank for the pen, or filled with `?orderId=` (D-PRINT-01). */
export default function CheckPage() {
  const [search] = useSearchParams();
  return (
    <PrintPage sheet="vehiclecar" title="check" orderId={search.get('orderId')} blank>
      {(data) => <CheckSheet data={data} />}
    </PrintPage>
  );
}
