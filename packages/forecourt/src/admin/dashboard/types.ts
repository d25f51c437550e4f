import type { FigureAnswer, WidgetAnswer } from '../../model/index.ts';

/** A page of figures as the server answers it (`GET <path>`). */
export interface DashboardAnswer {
  readonly key: string;
  readonly zone: string;
  readonly period?: { readonly from: string; readonly to: string };
  readonly compared?: { readonly from: string; readonly to: string };
  readonly scope?: string;
  readonly refreshSeconds: number;
  readonly greeting: boolean;
  /** Whose rows its figures are made of. */
  readonly resources: readonly string[];
  readonly sections: readonly SectionAnswer[];
  /** More sections are on their way. */
  readonly further?: true;
}

export interface SectionAnswer {
  readonly key: string;
  readonly component?: string;
  readonly links?: readonly string[];
  readonly widgets: readonly WidgetAnswer[];
}

/** A figure that is shown, and its place among the values. */
export interface ShownFigure extends FigureAnswer {
  readonly place: number;
  readonly label: string;
}
