import { useParams } from 'react-router';
import { formatNumber } from 'forecourt/admin';
import { Cars } from './Cars.tsx';
import { Gauge, Grid, SheetHead } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Deposits, Ends, Fees, Fuel, Kilometres, Length, Terms } from './rentalParts.tsx';
import { Both } from './SheetContext.tsx';
import { carName, taskOf, type SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

const RULES = ['driver', 'time', 'fuel', 'care', 'accident', 'fines', 'deposit', 'border', 'data'] as const;

function RentalSheet({ data }: { data: SheetOf<'rental'> }) {
  const { car } = data;
  const out = taskOf(data, 'pickup');
  const back = taskOf(data, 'return');
  const km = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : `${formatNumber(value)} km`;
  return (
    <>
      <SheetHead title="rental" data={data} store={data.pickupStore} />
      <h2>
        <Both k="rental.print.section.renter" />
      </h2>
      <Grid
        cells={[
          { k: 'resources.order.fields.renterName', value: data.renterName },
          { k: 'resources.order.fields.renterPhone', value: data.renterPhone },
          { k: 'resources.order.fields.renterIdType', value: <Both k={`codes.idType.${data.renterIdType}`} /> },
          { k: 'resources.order.fields.renterIdNo', value: data.renterIdNo },
        ]}
      />
      <h2>
        <Both k="rental.print.section.car" />
      </h2>
      <Grid
        cells={[
          { k: 'resources.order.fields.subModelId', value: carName(car) },
          { k: 'resources.order.fields.plate', value: car.plate },
          { k: 'resources.order.fields.frameNo', value: car.frameNo },
          { k: 'resources.vehicle.fields.color', value: car.color },
          { k: 'resources.vehicle.fields.fuelType', value: <Fuel fuelType={car.fuelType} />, wide: true },
          { k: 'rental.print.mileageOut', value: km(out?.mileage) },
          { k: 'rental.print.mileageIn', value: km(back?.mileage) },
          { k: 'rental.print.oilOut', value: <Gauge value={out?.oil} /> },
          { k: 'rental.print.oilIn', value: <Gauge value={back?.oil} /> },
          ...(data.externalPlate === 1
            ? [{ k: 'resources.order.fields.externalPlate', value: <Both k="codes.yesNo.1" /> }]
            : []),
          ...(data.etc === 1 ? [{ k: 'resources.order.fields.etc', value: <Both k="codes.yesNo.1" /> }] : []),
        ]}
      />
      <Cars cars={data.cars} />
      <Ends data={data} />
      <div className="two">
        <section>
          <h2>
            <Both k="rental.print.section.fees" />{' '}
            <span className="note">
              (<Length data={data} />)
            </span>
          </h2>
          <Fees data={data} />
          <Kilometres data={data} />
        </section>
        <Deposits data={data} />
      </div>
      {data.remark && (
        <p className="note">
          <Both k="resources.order.fields.remark" />: {data.remark}
        </p>
      )}
      <Terms rules={RULES} data={data} onNewPage />
    </>
  );
}

/** The contract on paper (D-PRINT-01). */
export default function RentalPage() {
  const { id } = useParams();
  return (
    <PrintPage sheet="rental" path={publicPaths.rental} orderId={id ?? ''}>
      {(data) => data && <RentalSheet data={data} />}
    </PrintPage>
  );
}
