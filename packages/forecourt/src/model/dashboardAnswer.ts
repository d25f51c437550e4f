import type { FigureFormat, TimeUnit } from './dashboard.ts';
import type { Widget } from './model.ts';

/** What a figure comes to, in the unit of the wire: its digits as a text where a number would lose some; null where there is nothing to work it out of. */
export type FigureValue = number | string | null;

/** A figure as the server answers it, and the list that it leads to. */
export interface FigureAnswer {
  readonly key: string;
  readonly format: FigureFormat;
  /** Part of a ratio, and not shown. */
  readonly hidden?: boolean;
  /** The list that it leads to, and its filter there. */
  readonly list?: { readonly resource: string; readonly filter: Readonly<Record<string, string>> };
  /** Filter of the list by the key of a group; `time`: by the ends of one, with `Start` and `End`; `times`: by both ends with a comma between them. */
  readonly opens?: { readonly by: 'key' | 'time' | 'times'; readonly filter: string };
  readonly total: FigureValue;
  readonly compared?: FigureValue;
}

/** One group of a widget as the server answers it. */
export interface GroupAnswer {
  readonly key: string | null;
  readonly name: string;
  /** Ends of a time, as the list takes them. */
  readonly start?: string;
  readonly end?: string;
  /** By the places of the figures. */
  readonly values: readonly FigureValue[];
  readonly compared?: readonly FigureValue[];
}

/** A widget as the server answers it. */
export interface WidgetAnswer extends Pick<Widget, 'key' | 'kind' | 'tone' | 'wide'> {
  /** What groups are: times, codes of a table, records, or plain values. */
  readonly by?: {
    readonly sort: 'time' | 'code' | 'record' | 'value';
    readonly every?: TimeUnit;
    readonly codes?: string;
    /** Property that the groups have in common, and whose it is. */
    readonly resource?: string;
    readonly field?: string;
  };
  readonly figures: readonly FigureAnswer[];
  readonly groups: readonly GroupAnswer[];
  /** Groups that are not shown. */
  readonly more: number;
}
