import type { FigureFormat, TimeUnit } from '../../model/index.ts';

export type Value = number | null;

/** A page of figures as the server answers it (`GET <path>`). */
export interface DashboardAnswer {
  readonly key: string;
  readonly zone: string;
  readonly period?: { readonly from: string; readonly to: string };
  readonly compared?: { readonly from: string; readonly to: string };
  readonly scope?: string;
  readonly refreshSeconds: number;
  readonly greeting: boolean;
  readonly sections: readonly SectionAnswer[];
}

export interface SectionAnswer {
  readonly key: string;
  readonly component?: string;
  readonly links?: readonly string[];
  readonly widgets: readonly WidgetAnswer[];
}

export interface FigureAnswer {
  readonly key: string;
  readonly format: FigureFormat;
  readonly hidden?: boolean;
  readonly list?: { readonly resource: string; readonly filter: Readonly<Record<string, string>> };
  readonly opens?: { readonly by: 'key' | 'time' | 'times'; readonly filter: string };
  readonly total: Value;
  readonly compared?: Value;
}

export interface GroupAnswer {
  readonly key: string | null;
  readonly name: string;
  readonly start?: string;
  readonly end?: string;
  readonly values: readonly Value[];
  readonly compared?: readonly Value[];
}

export interface WidgetAnswer {
  readonly key: string;
  readonly kind: 'number' | 'bars' | 'line' | 'share' | 'ranking' | 'table';
  readonly tone?: 'late' | 'waiting';
  readonly wide?: boolean;
  readonly by?: {
    readonly sort: 'time' | 'code' | 'record' | 'value';
    readonly every?: TimeUnit;
    readonly codes?: string;
  };
  readonly figures: readonly FigureAnswer[];
  readonly groups: readonly GroupAnswer[];
  readonly more: number;
}

/** A figure that is shown, and its place among the values. */
export interface ShownFigure extends FigureAnswer {
  readonly place: number;
  readonly label: string;
}
