import type { Tone } from './resource.ts';

/** The ways a list can be shown. The table is always there; the others where the schema has the fields for them. */
export type ListViewName = 'table' | 'tree' | 'card' | 'calendar' | 'board' | 'map';

/** A set of filters with what is shown of the result, offered to everybody under `resources.<name>.savedFilters.<key>`. */
export interface SavedFilterDeclaration<Name extends string = string> {
  readonly key: string;
  /** Values by the wire names of the list's filters. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly [Name, 'asc' | 'desc'];
  /** The columns of the table, in their order. */
  readonly columns?: readonly Name[];
  readonly view?: ListViewName;
}

/**
 * What a day of the calendar counts: records whose `by` lies on it, under filters of the list. It leads to these rows. Label
 * `resources.<name>.days.<key>` with `%{smart_count}`: "12 out".
 */
export interface DayCountDeclaration<Name extends string = string> {
  readonly key: string;
  readonly by: Name;
  /** Values by the wire names of the list's filters; several of a coded value in a list. */
  readonly filter?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  readonly tone?: Tone;
}

/** Refines what is inferred of each view; `false` takes it away. docs/vocabulary.md says what is inferred. */
export interface ViewsDeclaration<Name extends string = string> {
  /** Shown to who has not chosen yet; `table` when absent. */
  readonly first?: ListViewName;
  readonly tree?: false | { readonly fields?: readonly Name[] };
  readonly card?: false | { readonly image?: Name; readonly fields?: readonly Name[] };
  readonly calendar?:
    | false
    | {
        readonly start: Name;
        readonly end?: Name;
        readonly fields?: readonly Name[];
        /** Days say numbers instead of records. */
        readonly counts?: readonly DayCountDeclaration<Name>[];
      };
  readonly board?:
    | false
    | {
        readonly by: Name;
        readonly fields?: readonly Name[];
        /** Lines of a card, values beside each other without labels. The first value of the first line is its title. Instead of `fields`. */
        readonly lines?: readonly (readonly Name[])[];
      };
  readonly map?:
    | false
    | {
        readonly point?: Name;
        readonly latitude?: Name;
        readonly longitude?: Name;
        readonly fields?: readonly Name[];
      };
}

/** A compiled count of a day. */
export interface DayCount {
  readonly key: string;
  readonly by: string;
  /** Name of the range filter by the day; on the wire with Start and End. */
  readonly range: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly tone?: Tone;
}

/** The views of a compiled resource. `fields` are the facts that name and tell a record; the first one is its title. */
export interface ListViews {
  readonly first: ListViewName;
  readonly tree?: { readonly fields: readonly string[] };
  readonly card?: { readonly image?: string; readonly fields: readonly string[] };
  readonly calendar?: {
    readonly start: string;
    readonly end?: string;
    /** A record without an end lasts for its first day. */
    readonly openEnd: boolean;
    /** Names of the range filters; on the wire with Start and End. */
    readonly startFilter: string;
    readonly endFilter?: string;
    readonly fields: readonly string[];
    /** Empty: the days show their records. */
    readonly counts: readonly DayCount[];
  };
  readonly board?: {
    readonly by: string;
    /** Name of the filter by it: each column asks for its own records. */
    readonly filter: string;
    readonly fields: readonly string[];
    /** Empty: one labelled line for each of `fields`. */
    readonly lines: readonly (readonly string[])[];
  };
  readonly map?: {
    /** One property with `latitude` and `longitude`, or two numbers. */
    readonly point?: string;
    readonly latitude?: string;
    readonly longitude?: string;
    readonly fields: readonly string[];
  };
}

/** The views that can be chosen, in the order of the switch. */
export function offeredViews(views: ListViews): readonly ListViewName[] {
  const others = (['tree', 'card', 'calendar', 'board', 'map'] as const).filter((name) => views[name] !== undefined);
  return ['table', ...others];
}

/** Properties that a list answers for its views beside those of its columns. */
export function viewFields(views: ListViews): readonly string[] {
  return [views.card?.image, views.map?.point].flatMap((name) => name ?? []);
}
