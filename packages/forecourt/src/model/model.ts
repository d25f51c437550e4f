import type { TouchDeclaration } from './touches.ts';
import type { Locale } from '../locale/index.ts';
import type {
  DashboardDeclaration,
  FigureFormat,
  SectionDeclaration,
  TimeUnit,
  WidgetDeclaration,
  WidgetFilter,
} from './dashboard.ts';
import type { PageDeclaration } from './page.ts';
import type {
  ActionDeclaration,
  CodeTables,
  FilterOperator,
  FormGroupDeclaration,
  GroupDeclaration,
  RecordPageDeclaration,
  ReportDeclaration,
  ResourceDeclaration,
} from './resource.ts';
import type { Entity, Field, Path } from './entity.ts';
import type { ListViews, SavedFilterDeclaration } from './listViews.ts';

export type * from './entity.ts';

/** A filter of a list, compiled: its name on the wire and the properties it looks at. */
export interface Filter {
  /** Name on the wire; ranges add Start and End. */
  readonly name: string;
  readonly operator: FilterOperator | 'keyword' | 'registered';
  /** Alternatives joined by "or". */
  readonly paths: readonly Path[];
  /** The field at the end of the first path, or the synthetic one of a registered filter: chooses the input. */
  readonly field?: Field;
  readonly registered?: string;
  readonly codes?: string;
  /** Codes that are not offered. */
  readonly without?: readonly (string | number)[];
  readonly ref?: string;
  readonly hidden: boolean;
  /** Said above the rows although it has no input. */
  readonly chip?: boolean;
  /** Half a range asks for nothing. */
  readonly bothEnds?: boolean;
  /** The range in whose place it can be chosen. */
  readonly insteadOf?: string;
}

/** A declared action, compiled: its path and the permission keys are complete. */
export interface Action extends ActionDeclaration<Record<string, unknown>> {
  readonly post: string;
  /** Whole keys, any of which allows the action. */
  readonly keys: readonly string[];
  readonly on: 'row' | 'bulk' | 'list';
}

/** A list below a detail: the rows of `resource` whose relation `field` is the record. */
export interface Relation {
  readonly resource: string;
  readonly field: string;
}

/** The same as it is declared: without `field` it is every relation of `resource` that points here. */
export interface Related {
  readonly resource: string;
  readonly field?: string;
}

/** One way to put the rows of a report together. */
export interface ReportGroup {
  readonly key: string;
  /** Relation that they have in common. */
  readonly by: string;
  /** Properties of the related record that it is called by; absent: its title. */
  readonly title?: readonly string[];
}

/** The report of a resource, compiled. */
export interface Report extends Pick<ReportDeclaration<never>, 'path' | 'menu' | 'counts'> {
  readonly groups: readonly ReportGroup[];
  /** Filters that the page offers. */
  readonly filters: readonly Filter[];
}

/** What figures are put together by; `filter` is the name of the list's filter that one group is opened by. */
export type Grouping =
  | { readonly sort: 'field'; readonly field: Field; readonly filter: string }
  | {
      readonly sort: 'time';
      /** Absent: the measure brings its own times. */
      readonly field?: Field;
      readonly every: TimeUnit | 'auto';
      /** Range filter of the list; absent where the list cannot be opened by time. */
      readonly filter?: string;
    };

/** What a figure is worked out from: a count, a sum, an average, or a measure of the server module. */
export type Measure =
  | { readonly kind: 'count' }
  | { readonly kind: 'sum' | 'average'; readonly field: Field }
  | { readonly kind: 'named'; readonly name: string };

/** A figure worked out from the rows of a resource. */
export interface PlainFigure {
  readonly kind: 'plain';
  readonly key: string;
  readonly resource: Resource;
  readonly measure: Measure;
  readonly filter: WidgetFilter;
  readonly by?: Grouping;
  /** Range filter that the page's period narrows; `named`: the measure takes the period itself. */
  readonly period?: Filter | 'named';
  /** Filter that a chosen scope record narrows. */
  readonly scope?: string;
  readonly format: FigureFormat;
  readonly opens?: string;
  readonly hidden: boolean;
}

/** A figure that divides one figure of its widget by another. */
export interface RatioFigure {
  readonly kind: 'ratio';
  readonly key: string;
  /** Places of the two among the figures of the widget. */
  readonly of: readonly [number, number];
  readonly format: FigureFormat;
  readonly hidden: false;
}

/** A widget of a dashboard, compiled. */
export interface Widget extends Pick<WidgetDeclaration, 'key' | 'kind' | 'tone' | 'permission' | 'wide'> {
  readonly figures: readonly (PlainFigure | RatioFigure)[];
  readonly most: number;
}

/** A section of a dashboard, compiled. */
export interface Section extends Omit<SectionDeclaration, 'widgets'> {
  readonly widgets: readonly Widget[];
}

/** A page of figures, compiled. */
export interface Dashboard extends Omit<DashboardDeclaration, 'sections'> {
  readonly sections: readonly Section[];
}

/**
 * A resource, compiled: schema and declaration together, every default filled in.
 *
 * @example
 * const address = (resource: Resource): string | undefined => resource.route.list;
 */
export interface Resource {
  readonly name: string;
  readonly entity: Entity;
  readonly declared: boolean;
  readonly dialect: 'house' | 'simple-rest';
  readonly permission: NonNullable<ResourceDeclaration['permission']>;
  readonly route: { readonly list?: string; readonly create?: string; readonly edit?: string; readonly show?: string };
  /** Further pages of each record. */
  readonly pages: readonly RecordPageDeclaration[];
  readonly api: NonNullable<ResourceDeclaration['api']>;
  readonly menu?: NonNullable<ResourceDeclaration['menu']>;
  readonly list: {
    readonly columns: readonly string[];
    readonly hiddenColumns: readonly string[];
    readonly short: readonly string[];
    /** Values that cells say nothing of, by column. */
    readonly quiet: Readonly<Record<string, unknown>>;
    /** The second line of a column, by the name of that column. */
    readonly below: Readonly<Record<string, string>>;
    readonly filters: readonly Filter[];
    readonly sort: readonly [string, 'asc' | 'desc'];
    readonly filterDefaults: Readonly<Record<string, unknown>>;
    readonly rowClick: 'edit' | 'show' | false;
    readonly card: readonly string[];
    readonly views: ListViews;
    readonly savedFilters: readonly SavedFilterDeclaration[];
    /** Those of them that are tabs, by their keys. */
    readonly tabs: readonly string[];
    readonly inline: readonly string[];
    readonly component?: string;
  };
  readonly form: {
    readonly layout: 'page' | 'dialog' | 'steps';
    readonly width: 560 | 720 | 960;
    readonly groups: readonly FormGroupDeclaration<Record<string, unknown>>[];
    readonly component?: string;
  };
  readonly show: {
    readonly groups: readonly GroupDeclaration<Record<string, unknown>>[];
    /** Lists below the detail; absent: every list whose relation points here (`relatedLists`). */
    readonly related?: readonly Related[];
    readonly beside?: string;
    readonly component?: string;
  };
  readonly options?: NonNullable<ResourceDeclaration['options']>;
  readonly palette?: ResourceDeclaration['palette'];
  readonly live?: false;
  readonly report?: Report;
  readonly actions: readonly Action[];
  readonly touches: readonly TouchDeclaration[];
  readonly components: NonNullable<ResourceDeclaration['components']>;
}

/** What of an application's locale its schemas mean. */
export type ModelLocale = Pick<Locale, 'digits' | 'languages'> & Partial<Pick<Locale, 'phoneCodes'>>;

/** All declarations of an application, checked and compiled. */
export interface Model {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Pages of no resource, those of reports and dashboards; empty in the browser, which has the first with their components. */
  readonly pages: readonly PageDeclaration[];
  readonly publicPages: readonly string[];
  /** Pages of figures; empty in the browser, which is told of each what its reader may see. */
  readonly dashboards: readonly Dashboard[];
  /** The declared tables, and one for each plain `enum`, called `<entity>.<property>`. */
  readonly codes: CodeTables;
  /** Entity whose ids make up a user's data scope. */
  readonly scopeEntity?: string;
  readonly locale: ModelLocale;
}

/** The resource, or a clear fault of the program that asked for it. */
export function resourceOf(model: Model, name: string): Resource {
  const resource = model.resources.get(name);
  if (!resource) throw new Error(`no resource "${name}"`);
  return resource;
}
