import { useSearchParams } from 'react-router';
import { Cars } from './Cars.tsx';
import { CheckFacts, CheckSigns, Condition, ORDER_PARAMETER } from './checkParts.tsx';
import { SheetHead } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Both } from './SheetContext.tsx';
import { Pictures } from './Pictures.tsx';
import { taskOf, type SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

type Data = SheetOf<'vehiclecar1'>;

function PhotoCheckSheet({ data }: { data?: Data }) {
  return (
    <div className="compact">
      <SheetHead title="photos" data={data} store={data?.pickupStore} />
      <h2>
        <Both k="rental.print.section.order" />
      </h2>
      <CheckFacts data={data} />
      {data && <Cars cars={data.cars} />}
      {(['pickup', 'return'] as const).map((end) => (
        <section key={end}>
          <h2>
            <Both k={`rental.print.pictures.${end}`} />
          </h2>
          <Pictures task={data && taskOf(data, end)} />
        </section>
      ))}
      <h2>
        <Both k="rental.print.section.condition" />
      </h2>
      <Condition />
      <CheckSigns />
    </div>
  );
}

/** The check sheet with the pictures of the handovers in place of the sketch; blank or with `?orderId=` (D-PRINT-01). */
export default function PhotoCheckPage() {
  const [search] = useSearchParams();
  return (
    <PrintPage sheet="vehiclecar1" path={publicPaths.photoCheck} orderId={search.get(ORDER_PARAMETER)} blank>
      {(data) => <PhotoCheckSheet data={data} />}
    </PrintPage>
  );
}
