import { useParams } from 'react-router';
import { formatNumber } from '../../../framework/admin/index.ts';
import { isDeposit, takesOff } from '../../rules/index.ts';
import { amount, Box, Gauge, Grid, minute, money, SheetHead, Sign } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Both, useTexts } from './SheetContext.tsx';
import { carName, liveFees, taskOf, unfreezeDays, type SheetData, type SheetStore } from './sheetData.ts';

const FUELS = [1, 2, 3, 4] as const;
const RULES = ['driver', 'time', 'fuel', 'care', 'accident', 'fines', 'deposit', 'border', 'data'] as const;

/** Four boxes always (001 §9); a car that drinks something else brings its own. */
function Fuel({ fuelType }: { fuelType: number | null }) {
  const shown = fuelType !== null && !FUELS.some((fuel) => fuel === fuelType) ? [...FUELS, fuelType] : FUELS;
  return (
    <span className="boxes">
      {shown.map((fuel) => (
        <Box key={fuel} on={fuel === fuelType}>
          <Both k={`codes.fuelType.${fuel}`} />
        </Box>
      ))}
    </span>
  );
}

function End({ end, data, store }: { end: 'pickup' | 'return'; data: SheetData; store: SheetStore }) {
  const pickup = end === 'pickup';
  const type = pickup ? data.pickupType : data.returnType;
  const address = pickup ? data.pickupAddress : data.returnAddress;
  const actual = pickup ? data.actualPickupTime : data.actualReturnTime;
  return (
    <section>
      <h2>
        <Both k={`rental.print.section.${end}`} />
      </h2>
      <table className="grid">
        <tbody>
          <tr>
            <th scope="row">
              <Both k={`resources.order.fields.${end}StoreId`} stacked />
            </th>
            <td>{[store.storeName, store.cityName, store.phone].filter(Boolean).join(' · ')}</td>
          </tr>
          <tr>
            <th scope="row">
              <Both
                k={pickup ? 'resources.order.fields.plannedPickupTime' : 'resources.order.fields.plannedReturnTime'}
                stacked
              />
            </th>
            <td>{minute(pickup ? data.plannedPickupTime : data.plannedReturnTime)}</td>
          </tr>
          <tr>
            <th scope="row">
              <Both
                k={pickup ? 'resources.order.fields.actualPickupTime' : 'resources.order.fields.actualReturnTime'}
                stacked
              />
            </th>
            <td>{minute(actual) || ' '}</td>
          </tr>
          <tr>
            <th scope="row">
              <Both k={`resources.order.fields.${end}Type`} stacked />
            </th>
            <td>
              <Both k={`codes.${end}Type.${type}`} stacked />
            </td>
          </tr>
          <tr>
            <th scope="row">
              <Both k={`resources.order.fields.${end}Address`} stacked />
            </th>
            <td>{type === 0 ? store.address : address}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Fees({ data }: { data: SheetData }) {
  const lines = liveFees(data);
  return (
    <table className="grid free">
      <tbody>
        {lines
          .filter((fee) => !isDeposit(fee.item))
          .map((fee, index) => (
            <tr key={index}>
              <th scope="row">
                <Both k={`codes.feeItem.${fee.item}`} />
              </th>
              <td className="number">{amount(fee.amount, takesOff(fee.item))}</td>
            </tr>
          ))}
        <tr className="sum">
          <th scope="row">
            <Both k="codes.feeItem.total" />
          </th>
          <td className="number">{money(data.total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Deposits({ data }: { data: SheetData }) {
  const lines = liveFees(data).filter((fee) => isDeposit(fee.item));
  return (
    <table className="grid free">
      <tbody>
        <tr>
          <th scope="row">
            <Both k="resources.order.fields.depositType" />
          </th>
          <td>
            <Both k={`codes.depositType.${data.depositType}`} />
          </td>
        </tr>
        {lines.map((fee) => (
          <tr key={fee.item}>
            <th scope="row">
              <Both k={`codes.feeItem.${fee.item}`} />
            </th>
            <td className="number">{amount(fee.amount)}</td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">
            <Both k="resources.order.fields.payable" />
          </th>
          <td className="number">{money(data.payable)}</td>
        </tr>
        <tr>
          <th scope="row">
            <Both k="resources.order.fields.paid" />
          </th>
          <td className="number">{money(data.paid)}</td>
        </tr>
        <tr>
          <th scope="row">
            <Both k="resources.order.fields.due" />
          </th>
          <td className="number">{money(data.due)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Length({ data }: { data: SheetData }) {
  const { both } = useTexts();
  const days = both('rental.booking.days', { smart_count: data.rentalDays });
  const hours = data.rentalHours > 0 ? both('rental.booking.hours', { smart_count: data.rentalHours }) : [];
  return <>{days.map((text, index) => [text, hours[index]].filter(Boolean).join(' ')).join(' / ')}</>;
}

function RentalSheet({ data }: { data: SheetData }) {
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
      <div className="two">
        <End end="pickup" data={data} store={data.pickupStore} />
        <End end="return" data={data} store={data.returnStore} />
      </div>
      <div className="two">
        <section>
          <h2>
            <Both k="rental.print.section.fees" />{' '}
            <span className="note">
              (<Length data={data} />)
            </span>
          </h2>
          <Fees data={data} />
        </section>
        <section>
          <h2>
            <Both k="rental.print.section.deposits" />
          </h2>
          <Deposits data={data} />
        </section>
      </div>
      {data.remark && (
        <p className="note">
          <Both k="resources.order.fields.remark" />: {data.remark}
        </p>
      )}
      <h2 className="break">
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
    </>
  );
}

/** The contract on paper (D-PRINT-01). */
export default function RentalPage() {
  const { id } = useParams();
  return (
    <PrintPage sheet="rental" title="rental" orderId={id ?? ''}>
      {(data) => data && <RentalSheet data={data} />}
    </PrintPage>
  );
}
