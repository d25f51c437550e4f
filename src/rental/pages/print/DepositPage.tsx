import { useParams } from 'react-router';
import { DEPOSIT_ITEMS } from '../../rules/index.ts';
import { Grid, minute, money, SheetHead, Sign } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Both } from './SheetContext.tsx';
import { carName, unfreezeDays, type SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

type Data = SheetOf<'deposit'>;

/** What was taken under each deposit: when, how, by whom, how much. */
function Taken({ data }: { data: Data }) {
  return (
    <table className="grid free">
      <thead>
        <tr>
          {['rental.print.item', 'fields.time', 'rental.print.method', 'rental.print.takenBy'].map((k) => (
            <th scope="col" key={k}>
              <Both k={k} />
            </th>
          ))}
          <th scope="col" className="number">
            <Both k="rental.print.amount" />
          </th>
        </tr>
      </thead>
      <tbody>
        {data.taken.map((one, index) => (
          <tr key={index}>
            <th scope="row">
              <Both k={`codes.feeItem.${one.item}`} />
            </th>
            <td className="time">{minute(one.time)}</td>
            <td>{one.method === null ? ' ' : <Both k={`codes.paymentMethod.${one.method}`} />}</td>
            <td>{one.takenBy || ' '}</td>
            <td className="number">{money(one.amount)}</td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row" colSpan={4}>
            <Both k="codes.feeItem.total" />
          </th>
          <td className="number">{money(data.takenTotal)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** What of the deposits is held now, where something of them has paid charges or gone back since. */
function Standing({ data: { deposits } }: { data: Data }) {
  const moved = DEPOSIT_ITEMS.some((item) => deposits[item].held !== deposits[item].collected);
  if (!moved) return null;
  return (
    <Grid
      cells={DEPOSIT_ITEMS.map((item) => ({
        k: `codes.feeItem.${item}`,
        value: (
          <>
            <Both k="rental.print.depositHeld" /> {money(deposits[item].held)}
          </>
        ),
      }))}
    />
  );
}

/** There is no receipt for nothing. */
const NothingTaken = () => (
  <p className="note" role="status">
    <Both k="rental.print.noDeposit" stacked />
  </p>
);

function Receipt({ data }: { data: Data }) {
  return (
    <div className="compact">
      <SheetHead title="deposit" data={data} store={data.pickupStore} />
      <Grid
        cells={[
          { k: 'rental.print.receiptNo', value: data.receiptNo },
          { k: 'resources.order.fields.orderNo', value: data.orderNo },
          { k: 'resources.order.fields.renterName', value: data.renterName },
          { k: 'resources.order.fields.renterIdNo', value: data.renterIdNo },
          { k: 'resources.order.fields.renterPhone', value: data.renterPhone },
          { k: 'resources.order.fields.plate', value: data.car.plate },
          { k: 'resources.order.fields.subModelId', value: carName(data.car) },
          { k: 'resources.order.fields.pickupStoreId', value: data.pickupStore.storeName },
          { k: 'resources.store.fields.address', value: data.pickupStore.address ?? '', wide: true },
          { k: 'resources.order.fields.plannedPickupTime', value: minute(data.plannedPickupTime) },
          { k: 'resources.order.fields.plannedReturnTime', value: minute(data.plannedReturnTime) },
        ]}
      />
      <h2>
        <Both k="rental.print.section.deposits" />
      </h2>
      <Taken data={data} />
      <Standing data={data} />
      <p className="note">
        <Both k="rental.print.unfreeze" params={{ days: unfreezeDays(data) }} stacked />
      </p>
      <p className="note">
        <Both k="rental.print.receiptTerms" stacked />
      </p>
      <div className="signs">
        <Sign k="rental.print.signRenter" />
        <Sign k="rental.print.signCompany" />
      </div>
    </div>
  );
}

/** The receipt for the deposits of an order, in all three languages (D-PRINT-01). */
export default function DepositPage() {
  const { id } = useParams();
  return (
    <PrintPage sheet="deposit" path={publicPaths.deposit} orderId={id ?? ''} threeLanguages>
      {(data) => data && (data.taken.length > 0 ? <Receipt data={data} /> : <NothingTaken />)}
    </PrintPage>
  );
}
