import { useParams } from 'react-router';
import { Cars } from './Cars.tsx';
import { Grid, SheetHead } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Deposits, Ends, Fees, Fuel, Kilometres, Length, Terms } from './rentalParts.tsx';
import { Both } from './SheetContext.tsx';
import { carName, type SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

/** What nobody may miss; the rest stands in the terms of the channel. */
const RULES = ['time', 'fuel', 'accident', 'deposit'] as const;

function FlashRentalSheet({ data }: { data: SheetOf<'fsrental'> }) {
  return (
    <div className="compact flash">
      <SheetHead title="flash" data={data} store={data.pickupStore} />
      <Grid
        cells={[
          { k: 'resources.order.fields.renterName', value: data.renterName },
          { k: 'resources.order.fields.renterPhone', value: data.renterPhone },
          { k: 'resources.order.fields.renterIdNo', value: data.renterIdNo },
          { k: 'resources.order.fields.channelOrderNo', value: data.channelOrderNo },
          { k: 'resources.order.fields.subModelId', value: carName(data.car) },
          { k: 'resources.order.fields.plate', value: data.car.plate },
          { k: 'resources.vehicle.fields.fuelType', value: <Fuel fuelType={data.car.fuelType} />, wide: true },
        ]}
      />
      <Cars cars={data.cars} />
      <Ends data={data} />
      <div className="two">
        <section>
          <h2>
            <Both k="rental.print.section.fees" />
          </h2>
          <p className="note">
            <Length data={data} />
          </p>
          <Fees data={data} />
          <Kilometres data={data} />
        </section>
        <Deposits data={data} />
      </div>
      <Terms rules={RULES} data={data} />
    </div>
  );
}

/** The agreement of a flash rental on one page, in all three languages (D-PRINT-01). */
export default function FlashRentalPage() {
  const { id } = useParams();
  return (
    <PrintPage sheet="fsrental" path={publicPaths.fsrental} orderId={id ?? ''} threeLanguages>
      {(data) => data && <FlashRentalSheet data={data} />}
    </PrintPage>
  );
}
