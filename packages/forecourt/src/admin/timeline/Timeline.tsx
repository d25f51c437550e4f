import { useEffect, useImperativeHandle, useRef, useState, type CSSProperties, type Ref } from 'react';
import { GlobalStyles, useTheme } from '@mui/material';
import { shortTime } from '../values/format.ts';
import { TimelineHead, TimelineRowView } from './TimelineRowView.tsx';
import { DAY_MS, barBox, sameRange, timeAt, visible, wallText, xOf, type Range, type Scale } from './timelineMath.ts';
import { timelineStyles } from './timelineStyles.ts';
import type { TimelineBar, TimelineMove, TimelineRow } from './types.ts';
import { useLook } from './useLook.ts';
import { useTimelineDrag } from './useTimelineDrag.ts';
import { useTimelineKeys } from './useTimelineKeys.ts';

/** What a page can tell a `Timeline` to do, by its `ref`. */
export interface TimelineHandle {
  /** Puts a time near the left edge. */
  readonly scrollTo: (time: number) => void;
}

export interface TimelineProps {
  readonly ref?: Ref<TimelineHandle>;
  readonly label: string;
  readonly headLabel: string;
  readonly headWidth: number;
  readonly rowHeight: number;
  readonly rowCount: number;
  /** undefined: not loaded yet. */
  readonly rowAt: (index: number) => TimelineRow | undefined;
  readonly scale: Scale;
  /** Wall clock of now. */
  readonly now: number;
  /** Bars move by whole steps. */
  readonly step: number;
  /** Hours from mark to mark within a day; 0: none, days are too narrow for them. */
  readonly hours?: number;
  /** Of a day: two lines of its header. */
  readonly dayLabel: (day: number) => readonly [string, string];
  /** Why a bar cannot be let go there, as far as this page knows; null: it looks free. */
  readonly refusal: (move: TimelineMove) => string | null;
  readonly onMove: (move: TimelineMove) => void;
  readonly onOpen: (row: TimelineRow, bar: TimelineBar) => void;
  readonly onAskMove: (row: TimelineRow, bar: TimelineBar) => void;
  /** Pressed where nothing is; null: asked for by the keyboard, at no special time. */
  readonly onEmpty: (row: TimelineRow, time: number | null) => void;
  /** Rows and days that are in sight, or nearly. */
  readonly onWindow: (rows: Range, days: Range) => void;
}

const TOP = 44;
const HOUR_MS = DAY_MS / 24;
const ROW_BLOCK = 4;

/**
 * Rows over time: thousands of rows and months of days, of which only what is in sight is in the page. Scrolling is the browser's own; rows are placed by a
 * transform and drawn anew once a block. Bars are moved by mouse, finger or keys.
 */
export function Timeline(props: TimelineProps) {
  const { ref, label, headLabel, headWidth, rowHeight, rowCount, rowAt, scale, now, step } = props;
  const { hours = 0, dayLabel, refusal, onMove, onOpen, onAskMove, onEmpty, onWindow } = props;
  const theme = useTheme();
  const grid = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState<Range>({ first: 0, last: Math.min(rowCount, 24) });
  const [days, setDays] = useState<Range>({ first: 0, last: 1 });
  const [passDay, setPassDay] = useState(0);
  const block = Math.max(1, Math.round(560 / scale.dayWidth));

  useLook(grid, (element) => {
    const height = element.clientHeight - TOP;
    const seenRows = visible(element.scrollTop, height, rowHeight, rowCount, ROW_BLOCK);
    const seenDays = visible(element.scrollLeft, element.clientWidth - headWidth, scale.dayWidth, scale.days, block);
    setRows((known) => (sameRange(known, seenRows) ? known : seenRows));
    setDays((known) => (sameRange(known, seenDays) ? known : seenDays));
    setPassDay((Math.floor(element.scrollLeft / scale.dayWidth / block) + 1) * block);
  });
  useEffect(() => onWindow(rows, days), [onWindow, rows, days]);
  useImperativeHandle(ref, () => ({
    scrollTo: (time) => grid.current?.scrollTo({ left: Math.max(0, xOf(time, scale)) }),
  }));

  const common = { grid, scale, rowHeight, rowCount, top: TOP, rowAt };
  const keys = useTimelineKeys({ ...common, headWidth, onOpen, onAskMove, onEmpty });
  const drag = useTimelineDrag({ ...common, step, onMove });
  const { dragging } = drag;
  const target = dragging && rowAt(dragging.to);
  const source = dragging && rowAt(dragging.from);
  const problem =
    dragging && target && source
      ? refusal({ bar: dragging.bar, from: source, to: target, start: dragging.start, end: dragging.end })
      : null;

  const press = (event: React.MouseEvent<HTMLElement>) => {
    if (drag.wasDrag()) return;
    const element = (event.target as HTMLElement).closest<HTMLElement>('[data-bar], .tl-head, .tl-row');
    const row = Number(element?.dataset['row'] ?? Number(element?.getAttribute('aria-rowindex')) - 2);
    const known = element ? rowAt(row) : undefined;
    if (!element || !known || element.classList.contains('tl-head')) return;
    const bar = known.bars.find((each) => each.key === element.dataset['bar']);
    if (bar) return onOpen(known, bar);
    const box = grid.current!.getBoundingClientRect();
    onEmpty(known, timeAt(event.clientX - box.left - headWidth + grid.current!.scrollLeft, scale));
  };

  const activeRow = keys.active.row >= rows.first && keys.active.row < rows.last ? keys.active.row : rows.first;
  const activeBar = activeRow === keys.active.row ? keys.active.bar : '';
  const seenRows = Array.from(
    { length: Math.max(0, Math.min(rows.last, rowCount) - rows.first) },
    (_, offset) => rows.first + offset,
  );
  const seenFrom = scale.from + days.first * DAY_MS;
  const passFrom = scale.from + passDay * DAY_MS;
  const seenTo = scale.from + days.last * DAY_MS;
  const style = {
    '--tl-day': `${scale.dayWidth}px`,
    '--tl-head': `${headWidth}px`,
    '--tl-row': `${rowHeight}px`,
    '--tl-mark': `${(scale.dayWidth * (hours || 24)) / 24}px`,
    // Saturday and Sunday: 1 January 1970 was a Thursday.
    '--tl-week': `${headWidth + ((9 - ((scale.from / DAY_MS) % 7)) % 7) * scale.dayWidth - 7 * scale.dayWidth}px`,
  } as CSSProperties;
  const width = headWidth + scale.days * scale.dayWidth;
  return (
    <>
      <GlobalStyles styles={timelineStyles(theme)} />
      <div
        ref={grid}
        className="tl"
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        style={{ ...style, height: '100%' }}
        onKeyDown={keys.onKeyDown}
        onFocus={(event) => keys.follow(event.target)}
        onClick={press}
        {...drag.handlers}
      >
        <div role="rowgroup" className="tl-top" style={{ width }}>
          <div role="row" aria-rowindex={1} style={{ height: '100%' }}>
            <div role="columnheader" className="tl-corner">
              {headLabel}
            </div>
            {Array.from({ length: days.last - days.first }, (_, index) => {
              const day = scale.from + (days.first + index) * DAY_MS;
              const [above, below] = dayLabel(day);
              return (
                <div
                  key={day}
                  role="columnheader"
                  className="tl-day"
                  data-now={(day <= now && now < day + DAY_MS) || undefined}
                  style={{ width: scale.dayWidth, transform: `translateX(${xOf(day, scale)}px)` }}
                >
                  <span className={day < passFrom ? 'tl-date tl-passing' : 'tl-date'}>
                    {above}
                    <b>{below}</b>
                  </span>
                  {hours > 0 &&
                    Array.from({ length: Math.ceil(24 / hours) - 1 }, (_mark, at) => (
                      <span
                        key={at}
                        aria-hidden
                        className="tl-hour"
                        style={{ left: `calc(${at + 1} * var(--tl-mark))` }}
                      >
                        {wallText(day + (at + 1) * hours * HOUR_MS).slice(11, 16)}
                      </span>
                    ))}
                </div>
              );
            })}
          </div>
        </div>
        <div className="tl-body" style={{ width, height: rowCount * rowHeight }}>
          <div role="rowgroup">
            {seenRows.map((index) => (
              <TimelineRowView
                key={index}
                row={rowAt(index)}
                {...{ index, scale, seenFrom, seenTo, passFrom, height: rowHeight }}
                active={index === activeRow ? activeBar : undefined}
                lifted={dragging?.from === index ? dragging.bar.key : undefined}
              />
            ))}
          </div>
          <div role="rowgroup" className="tl-heads">
            {seenRows.map((index) => (
              <TimelineHead
                key={index}
                row={rowAt(index)}
                {...{ index, height: rowHeight }}
                active={index === activeRow && activeBar === ''}
              />
            ))}
          </div>
          {now >= scale.from && now < scale.from + scale.days * DAY_MS && (
            <div aria-hidden className="tl-now" style={{ transform: `translateX(${xOf(now, scale)}px)` }} />
          )}
          {dragging && (
            <div
              className="tl-ghost"
              data-fits={problem === null ? 'yes' : 'no'}
              style={{
                transform: `translate(${barBox(dragging, scale).left}px, ${dragging.to * rowHeight + 3}px)`,
                width: barBox(dragging, scale).width,
                height: rowHeight - 6,
              }}
            >
              {problem ?? `${shortTime(wallText(dragging.start))} – ${shortTime(wallText(dragging.end))}`}
            </div>
          )}
        </div>
      </div>
    </>
  );
}
