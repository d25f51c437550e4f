import { isDeposit, takesOff, type DepositTerms, type FeeItem } from '../../rules/index.ts';
import { notTaken } from '../booking/explain.ts';
import { amount, Box, minute, money, Sign } from './parts.tsx';
import { Both, useTexts } from './SheetContext.tsx';
import { unfreezeDays, type Agreement } from './sheetData.ts';

const FUELS = [1, 2, 3, 4] as const;

/** Four boxes always; a car that takes another fuel adds its own (D-PRINT-01). */
export function Fuel({ fuelType }: { fuelType: number | null }) {
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

/** Where and when the rental begins or ends. */
function End({ end, data, store }: { end: 'pickup' | 'return'; data: Agreement; store: Agreement['pickupStore'] }) {
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

/** Both ends of the rental, side by side. */
export function Ends({ data }: { data: Agreement }) {
  return (
    <div className="two">
      <End end="pickup" data={data} store={data.pickupStore} />
      <End end="return" data={data} store={data.returnStore} />
    </div>
  );
}

/** What the rental costs, without deposits. */
export function Fees({ data }: { data: Agreement }) {
  const lines = data.fees;
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

/** An amount of a deposit; the word of one that is not taken stands before it, as on the bill of the order. */
export function DepositAmount({ item, data, text }: { item: FeeItem; data: DepositTerms; text: string }) {
  const noted = notTaken(item, data);
  return (
    <>
      {noted && (
        <>
          <Both k={`rental.order.fees.${noted}`} />
          {' · '}
        </>
      )}
      {text}
    </>
  );
}

/** Deposits, what is paid and what is still due. */
export function Deposits({ data }: { data: Agreement }) {
  const lines = data.fees.filter((fee) => isDeposit(fee.item));
  return (
    <section>
      <h2>
        <Both k="rental.print.section.deposits" />
      </h2>
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
              <td className="number">
                <DepositAmount item={fee.item} data={data} text={amount(fee.amount)} />
              </td>
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
          {data.depositDue > 0 && (
            <tr>
              <th scope="row">
                <Both k="resources.order.fields.depositDue" />
              </th>
              <td className="number">{money(data.depositDue)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** `3天 4小时 / 3 days 4 hours`. */
export function Length({ data }: { data: Agreement }) {
  const { all } = useTexts();
  const days = all('rental.booking.days', { smart_count: data.rentalDays });
  const hours = data.rentalHours > 0 ? all('rental.booking.hours', { smart_count: data.rentalHours }) : [];
  const hoursIn = (language: string) => hours.find((each) => each.language === language)?.text;
  return <>{days.map(({ language, text }) => [text, hoursIn(language)].filter(Boolean).join(' ')).join(' / ')}</>;
}

/** How far the renter drives for the price, and what is beyond it; nothing where there is no limit. */
export function Kilometres({ data }: { data: Pick<Agreement, 'kmPerDay' | 'extraKmPrice'> }) {
  const { kmPerDay, extraKmPrice } = data;
  if (kmPerDay === null) return null;
  return (
    <p className="note">
      <Both k="rental.print.kilometres" />: <Both k="rental.print.kilometresPerDay" params={{ km: kmPerDay }} />
      {extraKmPrice !== null && (
        <>
          {' · '}
          <Both k="rental.print.kilometresBeyond" params={{ amount: money(extraKmPrice) }} />
        </>
      )}
    </p>
  );
}

/** What both sides agree to, and where they sign. */
export function Terms({
  rules,
  data,
  onNewPage = false,
}: {
  rules: readonly string[];
  data: Agreement;
  onNewPage?: boolean;
}) {
  return (
    <>
      <h2 className={onNewPage ? 'break' : undefined}>
        <Both k="rental.print.section.rules" />
      </h2>
      <ol className="rules">
        {rules.map((rule) => (
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
