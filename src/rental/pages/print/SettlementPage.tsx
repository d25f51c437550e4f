import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { sentenceIn } from 'forecourt/admin';
import {
  PAYMENT,
  depositWay,
  formatTHBWithCNY,
  fromBaht,
  isDeposit,
  isDepositItem,
  takesOff,
} from '../../rules/index.ts';
import { Cars } from './Cars.tsx';
import { amount, Grid, minute, money, SheetHead, Sign } from './parts.tsx';
import { Pictures, picturesOf } from './Pictures.tsx';
import { PrintPage } from './PrintPage.tsx';
import { DepositAmount, Kilometres } from './rentalParts.tsx';
import { notTaken } from '../booking/explain.ts';
import { Both } from './SheetContext.tsx';
import type { Params } from './texts.ts';
import { carName, taskOf, unfreezeDays, type SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

type Data = SheetOf<'settlement'>;

const DEPOSITS = ['orderDeposit', 'violationDeposit'] as const;

/** `THB 500.00 (¥ 100.00)`: yuan for reference (D-GEN-04). */
const withYuan = (baht: number, { cnyRateThbPerCny }: Data): string =>
  formatTHBWithCNY(fromBaht(baht), cnyRateThbPerCny);

/** Heads of a table whose last column is money. */
function Heads({ keys }: { keys: readonly string[] }) {
  return (
    <thead>
      <tr>
        {keys.map((k, at) => (
          <th scope="col" key={k} className={at === keys.length - 1 ? 'number' : undefined}>
            <Both k={k} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** What was typed as it was typed, what the product has said in the languages of the sheet. */
function Remark({ text }: { text: string }) {
  const sentence = sentenceIn(text);
  if (!sentence) return ` ${text}`;
  return (
    <>
      {' '}
      <Both k={sentence.key} params={sentence.params as Params} />
    </>
  );
}

function FeeRow({ fee, data }: { fee: Data['fees'][number]; data: Data }) {
  return (
    <tr>
      <th scope="row">
        <Both k={`codes.feeItem.${fee.item}`} />
      </th>
      <td>
        {fee.source === 'booking' ? '' : <Both k={`codes.feeSource.${fee.source}`} />}
        {fee.remark ? <Remark text={fee.remark} /> : ''}
      </td>
      <td className="number">{withYuan(takesOff(fee.item) ? -fee.amount : fee.amount, data)}</td>
    </tr>
  );
}

function Charges({ data }: { data: Data }) {
  const lines = data.fees;
  const charges = lines.filter((fee) => !isDeposit(fee.item));
  const deposits = lines.filter((fee) => isDepositItem(fee.item) && depositWay(data, fee.item) === 1);
  return (
    <table className="grid free">
      <Heads keys={['rental.print.item', 'rental.print.detail', 'rental.print.amount']} />
      <tbody>
        {charges.map((fee, index) => (
          <FeeRow key={index} fee={fee} data={data} />
        ))}
        <tr className="sum">
          <th scope="row" colSpan={2}>
            <Both k="codes.feeItem.total" />
          </th>
          <td className="number">{withYuan(data.total, data)}</td>
        </tr>
        {deposits.map((fee) => (
          <FeeRow key={fee.item} fee={fee} data={data} />
        ))}
        {deposits.length > 0 && (
          <tr className="sum">
            <th scope="row" colSpan={2}>
              <Both k="resources.order.fields.payable" />
            </th>
            <td className="number">{withYuan(data.payable, data)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Payments({ data }: { data: Data }) {
  return (
    <table className="grid free">
      <Heads keys={['fields.time', 'fields.type', 'rental.print.method', 'rental.print.item', 'rental.print.amount']} />
      <tbody>
        {data.payments.map((payment) => (
          <tr key={payment.id}>
            <td className="time">{minute(payment.time)}</td>
            <td>
              <Both k={`codes.paymentType.${payment.type}`} />
            </td>
            <td>
              <Both k={`codes.paymentMethod.${payment.method}`} />
              {payment.transactionNo ? ` ${payment.transactionNo}` : ''}
            </td>
            <td>
              <Both k={`codes.feeItem.${payment.feeItem}`} />
            </td>
            <td className="number">{amount(payment.amount, payment.type === PAYMENT.refund)}</td>
          </tr>
        ))}
        {data.payments.length === 0 && (
          <tr>
            <td colSpan={5}>–</td>
          </tr>
        )}
        <tr className="sum">
          <th scope="row" colSpan={4}>
            <Both k="resources.order.fields.paid" />
          </th>
          <td className="number">{withYuan(data.paid, data)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Deductions({ data }: { data: Data }) {
  return (
    <table className="grid free">
      <Heads keys={['fields.time', 'resources.deduction.fields.deductNo', 'fields.type', 'rental.print.amount']} />
      <tbody>
        {data.deductions.map((deduction) => (
          <tr key={deduction.id}>
            <td className="time">{minute(deduction.time)}</td>
            <td>{deduction.deductNo}</td>
            <td>
              <Both k={`codes.deductionType.${deduction.type}`} />
            </td>
            <td className="number">{withYuan(deduction.amount, data)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Outcome({ data }: { data: Data }) {
  const surplus = data.surplus > 0;
  const { deposits } = data;
  return (
    <table className="grid free">
      <tbody>
        <tr>
          <th scope="row" className="big">
            <Both k={surplus ? 'rental.print.surplus' : 'resources.order.fields.due'} />
          </th>
          <td className="number big">{withYuan(surplus ? data.surplus : data.due, data)}</td>
        </tr>
        {DEPOSITS.filter((item) => deposits[item].applied > 0).map((item) => (
          <tr key={item}>
            <th scope="row">
              <Both k="rental.print.fromDeposit" /> · <Both k={`codes.feeItem.${item}`} />
            </th>
            <td className="number">{withYuan(deposits[item].applied, data)}</td>
          </tr>
        ))}
        {data.refundPending > 0 && (
          <tr>
            <th scope="row">
              <Both k="rental.print.refundPending" />
            </th>
            <td className="number">{withYuan(data.refundPending, data)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** What a deposit is, and what came of it: paid charges, given back, still held. */
function DepositStanding({ item, data }: { item: (typeof DEPOSITS)[number]; data: Data }) {
  const part = data.deposits[item];
  const said = (
    [
      ['depositApplied', part.applied],
      ['depositReturned', part.returned],
      ['depositHeld', part.collected > 0 ? part.held : 0],
    ] as const
  ).filter(([, baht]) => baht > 0);
  return (
    <>
      <DepositAmount item={item} data={data} text={money(part.amount)} />
      {said.map(([name, baht]) => (
        <span key={name} className="free">
          {' · '}
          <Both k={`rental.print.${name}`} /> {money(baht)}
        </span>
      ))}
    </>
  );
}

/** The renter's copy of what was photographed at both ends. */
function RenterPictures({ data }: { data: Data }) {
  return (['pickup', 'return'] as const)
    .filter((end) => picturesOf(taskOf(data, end)).length > 0)
    .map((end) => (
      <section key={end}>
        <h2>
          <Both k={`rental.print.pictures.${end}`} />
        </h2>
        <Pictures task={taskOf(data, end)} />
      </section>
    ));
}

function Settlement({ data, pictures }: { data: Data; pictures: boolean }) {
  const { deposits } = data;
  // Of what was never taken nothing unfreezes.
  const isHeld = DEPOSITS.some((item) => deposits[item].held > 0);
  const untaken = isHeld
    ? []
    : [...new Set(DEPOSITS.map((item) => notTaken(item, data)))].filter((each) => each !== undefined);
  return (
    <div className="compact">
      <SheetHead title="settlement" data={data} store={data.pickupStore} />
      <h2>
        <Both k="rental.print.section.order" />
      </h2>
      <Grid
        cells={[
          { k: 'resources.order.fields.renterName', value: data.renterName },
          { k: 'resources.order.fields.renterPhone', value: data.renterPhone },
          { k: 'resources.order.fields.subModelId', value: carName(data.car) },
          { k: 'resources.order.fields.plate', value: data.car.plate },
          { k: 'resources.order.fields.pickupStoreId', value: data.pickupStore.storeName },
          { k: 'resources.order.fields.returnStoreId', value: data.returnStore.storeName },
          { k: 'resources.order.fields.plannedPickupTime', value: minute(data.plannedPickupTime) },
          { k: 'resources.order.fields.plannedReturnTime', value: minute(data.plannedReturnTime) },
          { k: 'resources.order.fields.actualPickupTime', value: minute(data.actualPickupTime) },
          { k: 'resources.order.fields.actualReturnTime', value: minute(data.actualReturnTime) },
        ]}
      />
      <Cars cars={data.cars} />
      <h2>
        <Both k="rental.print.section.charges" />
      </h2>
      <Charges data={data} />
      {data.fees.some(({ item, source }) => item === 'additional' && source === 'manual') && <Kilometres data={data} />}
      <h2>
        <Both k="rental.print.section.payments" />
      </h2>
      <Payments data={data} />
      {data.deductions.length > 0 && (
        <>
          <h2>
            <Both k="rental.print.section.deductions" />
          </h2>
          <Deductions data={data} />
        </>
      )}
      <h2>
        <Both k="rental.print.section.outcome" />
      </h2>
      <Outcome data={data} />
      <p className="note">
        <Both k="rental.print.yuanNote" params={{ rate: data.cnyRateThbPerCny }} stacked />
      </p>
      <section className="together">
        <h2>
          <Both k="rental.print.section.deposits" />
        </h2>
        <Grid
          cells={[
            {
              k: 'resources.order.fields.depositType',
              value: <Both k={`codes.depositType.${data.depositType}`} />,
              wide: true,
            },
            ...DEPOSITS.map((item) => ({
              k: `codes.feeItem.${item}`,
              value: <DepositStanding item={item} data={data} />,
            })),
          ]}
        />
        <p className="note">
          {untaken.map((each) => (
            <Both key={each} k={`rental.booking.explain.${each}`} stacked />
          ))}
          {untaken.length === 0 && <Both k="rental.print.unfreeze" params={{ days: unfreezeDays(data) }} stacked />}
        </p>
        {pictures && <RenterPictures data={data} />}
        <div className="signs">
          <Sign k="rental.print.signRenter" />
          <Sign k="rental.print.signCompany" />
        </div>
      </section>
    </div>
  );
}

/** What was charged, paid and given back, and what is left (D-MONEY-06). */
export default function SettlementPage() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const [pictures, setPictures] = useState(search.get('pictures') !== null);
  return (
    <PrintPage
      sheet="settlement"
      path={publicPaths.settlement}
      orderId={id ?? ''}
      tools={(say) => (
        <label>
          <input type="checkbox" checked={pictures} onChange={(event) => setPictures(event.target.checked)} />{' '}
          {say('rental.print.withPictures')}
        </label>
      )}
    >
      {(data) => data && <Settlement data={data} pictures={pictures} />}
    </PrintPage>
  );
}
