import { useSearchParams } from 'react-router';
import { Cars } from './Cars.tsx';
import { CheckFacts, CheckSigns, Condition, ORDER_PARAMETER } from './checkParts.tsx';
import { SheetHead } from './parts.tsx';
import { PrintPage } from './PrintPage.tsx';
import { Both } from './SheetContext.tsx';
import { taskOf, type SheetOf } from './sheetData.ts';

type Data = SheetOf<'vehiclecar1'>;
type SheetTask = Data['tasks'][number];

/** Two rows of four: what one page holds beside the rest. */
const ROOM = 8;
const A_ROW = 4;

const picturesOf = (task: SheetTask | undefined): readonly string[] =>
  task ? [task.frontPhoto, task.mileagePhoto, ...task.damagePhotos].filter((url) => url !== '') : [];

/** The pictures of one end of the rental; what does not fit is counted. Frames stay empty where there is no task: pictures are glued in. */
function Pictures({ task }: { task: SheetTask | undefined }) {
  const all = picturesOf(task);
  const shown = all.slice(0, ROOM);
  const frames = Math.max(A_ROW, shown.length);
  return (
    <>
      <div className={frames > A_ROW ? 'pictures two-rows' : 'pictures'}>
        {Array.from({ length: frames }, (_, index) => (
          <span key={index}>{shown[index] && <img src={shown[index]} alt="" />}</span>
        ))}
      </div>
      {all.length > ROOM && (
        <p className="note">
          <Both k="rental.print.morePictures" params={{ count: all.length - ROOM }} />
        </p>
      )}
    </>
  );
}

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
    <PrintPage sheet="vehiclecar1" title="photos" orderId={search.get(ORDER_PARAMETER)} blank>
      {(data) => <PhotoCheckSheet data={data} />}
    </PrintPage>
  );
}
