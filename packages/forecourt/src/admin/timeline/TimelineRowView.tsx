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
  /** What begins before may leave at the left edge, and its label then stays in sight. */
  readonly passFrom: number;
  readonly height: number;
  /** Key of the bar that the keyboard is at; `''`: the head of the row; undefined: it is elsewhere. */
  readonly active: string | undefined;
  /** The bar that is being dragged away. */
  readonly lifted: string | undefined;
}

const inSight = (bar: TimelineBar, from: number, to: number): boolean => bar.start < to && (bar.end ?? Infinity) > from;

/** The bars of one row. Drawn anew only when something of it changes, not with every scroll. */
export const TimelineRowView = memo(function TimelineRowView(props: RowProps) {
  const { row, index, scale, seenFrom, seenTo, passFrom, height, active, lifted } = props;
  const { lanes, count } = lanesOf(row?.bars ?? []);
  const each = (height - 8) / count;
  const drawn = (row?.bars ?? [])
    .map((bar, at) => ({ bar, at }))
    .filter(({ bar }) => inSight(bar, seenFrom, seenTo) || active === bar.key);
  return (
    <div
      className="tl-row"
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined}
      aria-label={row?.name}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      {drawn.length === 0 && <span role="gridcell" />}
      {drawn.map(({ bar, at }) => {
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
            <span className="tl-clip">
              <span className={bar.start < passFrom ? 'tl-label tl-passing' : 'tl-label'}>
                <span aria-hidden>{bar.sign} </span>
                {bar.label}
              </span>
            </span>
            {bar.ends === 'both' && <i className="tl-end tl-start" data-part="start" />}
            {bar.ends !== 'none' && <i className="tl-end" data-part="end" />}
          </div>
        );
      })}
    </div>
  );
});

interface HeadProps {
  readonly row: TimelineRow | undefined;
  readonly index: number;
  readonly height: number;
  readonly active: boolean;
}

/**
 * What a row is of. It stands in a column beside the rows, as the same row. A sticky element is a layer of its own to
 * a browser: one layer for all heads is fast, one for each is not.
 */
export const TimelineHead = memo(function TimelineHead({ row, index, height, active }: HeadProps) {
  return (
    <div
      className="tl-headrow"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      <div className="tl-head" role="rowheader" tabIndex={active ? 0 : -1} data-row={index}>
        {row ? row.head : <span className="tl-loading" />}
      </div>
    </div>
  );
});
