/** What is worked out of rows: how many they are, the sum or the average of a property, or what the server registers under a name (`measures`). */
export type MeasureDeclaration =
  | 'count'
  | { readonly sum: string }
  | { readonly average: string }
  | { readonly named: string };

/** How a figure is written. Default: by its measure; of a named one and a ratio `decimal`. */
export type FigureFormat = 'integer' | 'decimal' | 'money' | 'percent';

/** Lengths of time that figures are grouped by. */
export type TimeUnit = 'hour' | 'day' | 'week' | 'month';

/**
 * What figures are put together by: a property (a relation, a code, a plain value), or the time of one. `auto` is days for a month, weeks for half a year,
 * else months. A named measure brings its own times: `{ every }`.
 */
export type GroupingDeclaration = string | { readonly time?: string; readonly every: TimeUnit | 'auto' };

/**
 * Values of the list's own filters, by their wire names. An end of a range may be relative: `today`, `today+30` (days), `now`, `now-90m`, `now+2h`.
 */
export type WidgetFilter = Readonly<Record<string, string | number>>;

/** One figure of a widget: whose rows it counts, and how. */
export interface FigureDeclaration {
  /** Resource whose rows are meant. Its list is where the figure leads, filtered to exactly these rows. */
  readonly of?: string;
  /** Default `count`. */
  readonly measure?: MeasureDeclaration;
  readonly filter?: WidgetFilter;
  readonly by?: GroupingDeclaration;
  /** Range filter of the list that the period of the page narrows; `named` for a measure that knows its own times. */
  readonly period?: string;
  /** Filter of the list that the page's choice of a scope record narrows. Default: the first filter by that entity. */
  readonly scope?: string;
  readonly format?: FigureFormat;
  /** Filter of the list that takes two times with a comma between them: where a named measure with times of its own leads. */
  readonly opens?: string;
  /** Worked out for a ratio, and not shown by itself. */
  readonly hidden?: boolean;
}

/** One figure through another, both of the same widget: part of a whole, an amount a day. */
export interface RatioDeclaration {
  readonly ratio: readonly [string, string];
  readonly format?: FigureFormat;
}

/** One widget of a page of figures. */
export interface WidgetDeclaration extends Omit<FigureDeclaration, 'hidden'> {
  /** Label key: `dashboards.<name>.widgets.<key>`. */
  readonly key: string;
  /** `number`: figures by themselves. All others are drawn over what they are put together by, with a table beside. */
  readonly kind: 'number' | 'bars' | 'line' | 'share' | 'ranking' | 'table';
  /** Several figures beside each other; what they leave out is the widget's. Label key: `dashboards.<name>.figures.<key>`. */
  readonly figures?: Readonly<Record<string, FigureDeclaration | RatioDeclaration>>;
  /** Of the groups with the largest first figures so many are shown. Default: 10; a table has 50. Times are all shown. */
  readonly most?: number;
  /** What more than none of them means. */
  readonly tone?: 'late' | 'waiting';
  /** Needed beside the right to open the lists. */
  readonly permission?: string | readonly string[];
  /** Takes the whole width. */
  readonly wide?: boolean;
}

/** One section of a page of figures: widgets or a component, and links. */
export interface SectionDeclaration {
  /** Label key: `dashboards.<name>.sections.<key>`. */
  readonly key: string;
  readonly widgets?: readonly WidgetDeclaration[];
  /** Name of a registered component that is shown in their place. */
  readonly component?: string;
  /** Addresses of pages, each shown to those who may open it. */
  readonly links?: readonly string[];
  readonly permission?: string | readonly string[];
}

/** Periods that a page offers; the days are those of its zone. */
export const PERIODS = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'last90Days',
  'thisYear',
  'last12Months',
] as const;
/** A period that a page of figures offers. */
export type PeriodName = (typeof PERIODS)[number];

/**
 * A page of figures: `dashboards/<name>.ts`. Every figure is the number of rows of a list under some of its filters,
 * or a sum over them. It is computed in the scope and with the rights of the reader, and leads to these rows.
 */
export interface DashboardDeclaration {
  /** Name of the file. */
  readonly name: string;
  /** Address of the page. The call has the same below /api, the file of a widget `<path>/export`. Its title is `routes.<path>`. */
  readonly path: string;
  /** Any of these keys opens it; none = every signed-in user, who sees of it what his or her rights allow. */
  readonly permission?: string | readonly string[];
  /** Further keys that its calls ask for. */
  readonly actions?: readonly string[];
  readonly menu?: { readonly group: string; readonly sort: number; readonly icon: string };
  readonly greeting?: boolean;
  /** The page has a period, which is this one at first. */
  readonly period?: PeriodName;
  /** Figures are asked for again after so many seconds while the page is seen. Default 60. */
  readonly refreshSeconds?: number;
  readonly sections: readonly SectionDeclaration[];
}

/** Holds a dashboard to its type. */
export const defineDashboard = (declaration: DashboardDeclaration): DashboardDeclaration => declaration;
