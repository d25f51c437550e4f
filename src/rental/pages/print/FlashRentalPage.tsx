import { useParams } from 'react-router';
import { Grid, SheetHead, Sign } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Deposits, End, Fees, Fuel, Length } from './rentalParts.tsx';
import { Both } from './SheetContext.tsx';
import { carName, unfreezeDays, type SheetData } from './sheetData.ts';

/** What nobody may miss; the rest stands in the terms of the channel. */
const RULES = ['time', 'fuel', 'accident', 'deposit'] as const;

function FlashRentalSheet({ data }: { data: SheetData }) {
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
      <div className="two">
        <End end="pickup" data={data} store={data.pickupStore} />
        <End end="return" data={data} store={data.returnStore} />
      </div>
      <div className="two">
        <section>
          <h2>
            <Both k="rental.print.section.fees" />
          </h2>
          <p className="note">
            <Length data={data} />
          </p>
          <Fees data={data} />
        </section>
        <section>
          <h2>
            <Both k="rental.print.section.deposits" />
          </h2>
          <Deposits data={data} />
        </section>
      </div>
      <h2>
        <Both k="rental.print.section.rules" />
      </h2>
      <ol className="rules">
        {RULES.map((rule) => (
          <li key={rule}>
            <Both k={`rental.print.rule.${rule}`} params={{ days: unfreezeDays(data) }} />
          </li>
        ))}
      </ol>
      <p className="note">
        <Both k="rental.print.agree" stacked />
      </p>
      <div className="signs">
        <Sign
          k="rental.print.signRenter"
          image={data.contractSignImage || undefined}
          time={data.contractSignTime || undefined}
        />
        <Sign k="rental.print.signCompany" />
      </div>
    </div>
  );
}

/** The agreement of a flash rental on one page, in all three languages (D-PRINT-01). */
export default function FlashRentalPage() {
  const { id } = useParams();
  return (
    <PrintPage sheet="fsrental" title="flash" orderId={id ?? ''} threeLanguages>
      {(data) => data && <FlashRentalSheet data={data} />}
    </PrintPage>
  );
}
