import type { ReactNode } from 'react';
import type { Tone } from '../../model/index.ts';

/** Something that fills a row for a time. Times are wall clocks in milliseconds (`wallMs`). */
export interface TimelineBar {
  readonly key: string;
  readonly start: number;
  /** null: without end. */
  readonly end: number | null;
  /** What kind it is, in one letter. */
  readonly sign: string;
  /** On the bar, as far as it fits. */
  readonly label: string;
  /** All of it, for who points at it or hears it; begins with the label, so that who speaks to the page can say what is seen. */
  readonly description: string;
  readonly tone: Tone;
  /** Beside the colour, never instead of it. */
  readonly pattern: 'plain' | 'striped' | 'dashed';
  readonly movable: boolean;
  readonly ends: 'both' | 'end' | 'none';
}

/** One line of a timeline: its head and its bars. */
export interface TimelineRow {
  readonly key: string;
  readonly name: string;
  readonly head: ReactNode;
  /** By their start. */
  readonly bars: readonly TimelineBar[];
}

/** Where somebody wants a bar. */
export interface TimelineMove {
  readonly bar: TimelineBar;
  readonly from: TimelineRow;
  readonly to: TimelineRow;
  readonly start: number;
  readonly end: number;
}
