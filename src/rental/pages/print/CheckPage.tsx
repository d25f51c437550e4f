import { useSearchParams } from 'react-router';
import { Cars } from './Cars.tsx';
import { CheckFacts, CheckSigns, Condition, Equipment, ORDER_PARAMETER } from './checkParts.tsx';
import { MarkedSketch } from './MarkedSketch.tsx';
import { SheetHead } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Both } from './SheetContext.tsx';
import type { SheetOf } from './sheetData.ts';
import { publicPaths } from '../../pageDeclarations.ts';

function CheckSheet({ data }: { data?: SheetOf<'vehiclecar'> }) {
  return (
    <div className="compact">
      <SheetHead title="check" data={data} store={data?.pickupStore} />
      <h2>
        <Both k="rental.print.section.order" />
      </h2>
      <CheckFacts data={data} />
      {data && <Cars cars={data.cars} />}
      <h2>
        <Both k="rental.print.section.sketch" />
      </h2>
      <MarkedSketch data={data} />
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
      <CheckSigns />
    </div>
  );
}

/** The state of the car going out and coming back, one page: blank for the pen, or filled with `?orderId=` (D-PRINT-01). */
export default function CheckPage() {
  const [search] = useSearchParams();
  return (
    <PrintPage sheet="vehiclecar" path={publicPaths.check} orderId={search.get(ORDER_PARAMETER)} blank>
      {(data) => <CheckSheet data={data} />}
    </PrintPage>
  );
}
