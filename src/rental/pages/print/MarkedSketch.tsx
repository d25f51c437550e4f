import { bodyShapeOf, newMarks } from '../../rules/index.ts';
import { CarSketch } from '../damage/CarSketch.tsx';
import { Both, joined, useTexts } from './SheetContext.tsx';
import { taskOf, type SheetOf } from './sheetData.ts';

/** What the sheet has room for beside the sketch. */
const ROOM = 10;

/** The sketch of the car with its marks, as of the last handover of the order: before it what is known of the car, on a blank sheet none. */
export function MarkedSketch({ data }: { data?: SheetOf<'vehiclecar'> }) {
  const texts = useTexts();
  const out = data && taskOf(data, 'pickup');
  const back = data && taskOf(data, 'return');
  const marks = (back ?? out)?.damages ?? data?.damages ?? [];
  const fresh = back ? newMarks(marks, out?.damages ?? []) : new Set<number>();
  // What is new is read first, and stays where there is not room for all.
  const listed = marks.toSorted((a, b) => Number(fresh.has(b.no)) - Number(fresh.has(a.no))).slice(0, ROOM);
  return (
    <div className="marked">
      <CarSketch
        shape={bodyShapeOf(data?.car.category)}
        marks={marks.map((mark) => ({ ...mark, fresh: fresh.has(mark.no) }))}
        label={texts.one('rental.print.section.sketch')}
        nameOf={(view) => joined(texts, `rental.damage.view.${view}`, ' · ')}
      />
      <div>
        <p className="note">
          <Both k="rental.print.marks" />
        </p>
        <ol className="marks">
          {listed.map((mark) => (
            <li key={mark.no} className={fresh.has(mark.no) ? 'fresh' : undefined}>
              <span className="no">{mark.no}</span>
              <span>
                <Both k={`rental.damage.zone.${mark.zone}`} /> · <Both k={`rental.damage.kind.${mark.kind}`} />
                {mark.size === null ? '' : ` · ${mark.size} cm`}
                {mark.note && ` · ${mark.note}`}
                {fresh.has(mark.no) && (
                  <em>
                    {' '}
                    (<Both k="rental.print.newAtReturn" />)
                  </em>
                )}
              </span>
            </li>
          ))}
        </ol>
        {marks.length > ROOM && (
          <p className="note">
            <Both k="rental.print.moreMarks" params={{ count: marks.length - ROOM }} />
          </p>
        )}
      </div>
    </div>
  );
}
