import { Both } from './SheetContext.tsx';
import type { SheetOf } from './sheetData.ts';

type SheetTask = Omit<SheetOf<'settlement'>['tasks'][number], 'type'>;

/** Two rows of four: what one page holds beside the rest. */
const ROOM = 8;
const A_ROW = 4;

/** The pictures of one end of a rental that are evidence: no papers. */
export const picturesOf = (task: SheetTask | undefined): readonly string[] =>
  task ? [task.frontPhoto, task.mileagePhoto, ...task.damagePhotos].filter((url) => url !== '') : [];

/** The pictures of one end of the rental, small; what does not fit is counted. Frames stay empty where there is no task: pictures are glued in. */
export function Pictures({ task }: { task: SheetTask | undefined }) {
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
