import { memo } from 'react';
import type { TimelineBar, TimelineRow } from './types.ts';
import { barBox, lanesOf, type Scale } from './timelineMath.ts';

interface RowProps {
  readonly row: TimelineRow | undefined;
  readonly index: number;
  readonly scale: Scale;
  /** Only what touches this time is drawn. */
  readonly seenFrom: number;
  readonly seenTo: number;
  readonly height: number;
  /** Key of the bar that the keyboard is at; `''`: the head of the row; undefined: it is in another row. */
  readonly active: string | undefined;
  /** The bar that is being dragged away. */
  readonly lifted: string | undefined;
}

const inSight = (bar: TimelineBar, from: number, to: number): boolean => bar.start < to && (bar.end ?? Infinity) > from;

/** One row: its head, which stays in sight, and its bars. Drawn anew only when something of it changes, not with every scroll. */
export const TimelineRowView = memo(function TimelineRowView(props: RowProps) {
  const { row, index, scale, seenFrom, seenTo, height, active, lifted } = props;
  const { lanes, count } = lanesOf(row?.bars ?? []);
  const each = (height - 8) / count;
  return (
    <div
      className="tl-row"
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      <div className="tl-head" role="rowheader" tabIndex={active === '' ? 0 : -1} data-row={index}>
        {row ? row.head : <span className="tl-loading" />}
      </div>
      {row?.bars.map((bar, at) => {
        if (!inSight(bar, seenFrom, seenTo) && active !== bar.key) return null;
        const { left, width } = barBox(bar, scale);
        return (
          <div
            key={bar.key}
            className="tl-bar"
            role="gridcell"
            tabIndex={active === bar.key ? 0 : -1}
            aria-label={bar.description}
            title={bar.description}
            data-row={index}
            data-bar={bar.key}
            data-tone={bar.tone}
            data-pattern={bar.pattern}
            data-movable={bar.movable || undefined}
            data-lifted={lifted === bar.key || undefined}
            style={{ transform: `translate(${left}px, ${4 + lanes[at]! * each}px)`, width, height: each - 1 }}
          >
            <span className="tl-label">
              <span aria-hidden>{bar.sign} </span>
              {bar.label}
            </span>
            {bar.ends === 'both' && <i className="tl-end tl-start" data-part="start" />}
            {bar.ends !== 'none' && <i className="tl-end" data-part="end" />}
          </div>
        );
      })}
    </div>
  );
});
