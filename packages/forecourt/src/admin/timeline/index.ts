export { Timeline, type TimelineHandle, type TimelineProps } from './Timeline.tsx';
export { DAY_MS, MINUTE_MS, dayText, lanesOf, wallMs, wallText, type Range, type Scale } from './timelineMath.ts';
export { useRowsInSight } from './useRowsInSight.ts';
export type { TimelineBar, TimelineMove, TimelineRow } from './types.ts';
