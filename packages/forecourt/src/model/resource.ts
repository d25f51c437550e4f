import type { SavedFilterDeclaration, ViewsDeclaration } from './listViews.ts';
import type { Condition } from './schema.ts';
import type { TouchDeclaration } from './touches.ts';

/** The nine words of the permission vocabulary; a key is `${base}-${word}` (D-PERM-04). */
export type PermissionWord =
  | 'add'
  | 'delete'
  | 'edit'
  | 'query'
  | 'detail'
  | 'enable'
  | 'disable'
  | 'import'
  | 'export';

/** Property names of T as strings: a wrong column is a compile error. */
type Name<T> = Extract<keyof T, string>;

/** How a filter compares. `range` takes two ends, the others one value. */
export type FilterOperator = 'equals' | 'range' | 'contains' | 'startsWith' | 'year';

/**
 * A filter of the list. A plain string is the property (or `keyword`). The object form renames it for the wire, chooses the
 * operator, follows relations (`shopId.name`), tests several properties at once, or names a registered server filter.
 * A range filter named `time` is sent as `timeStart` and `timeEnd`, both inclusive (D-API-03).
 */
export type FilterDeclaration<T> =
  | Name<T>
  | 'keyword'
  | {
      readonly name: string;
      readonly field?: string;
      readonly anyOf?: readonly string[];
      readonly operator?: FilterOperator;
      /** Name of a filter registered on the server; its input is chosen by `codes` or `ref`. */
      readonly registered?: string;
      readonly codes?: string;
      /** Codes that no row has: they are not offered. */
      readonly without?: readonly (string | number)[];
      readonly ref?: string;
      /** Not shown in the filter bar (set by links and tabs only). */
      readonly hidden?: boolean;
      /** Of a hidden one: where a link has set it, it is said above the rows and taken away there. One by a relation always is. */
      readonly chip?: boolean;
      /** A range of which one end alone is refused. */
      readonly bothEnds?: boolean;
      /** Name of another range in whose place this one can be chosen: one pair of ends for several days or amounts. */
      readonly insteadOf?: string;
    };

/**
 * A button on a row, a selection or a list that calls the server.
 *
 * @example
 * const giveBack: ActionDeclaration<{ readonly state: number }> = { name: 'giveBack', when: { state: [1] }, confirm: true };
 */
export interface ActionDeclaration<T> {
  readonly name: string;
  /**
   * Path of the command below /api. `{id}` is replaced; otherwise the id travels in the body. Without it the action is the step of that name
   * in the schema's x-states, done by the framework.
   */
  readonly post?: string;
  /** A word of the nine (completed with the resource's base) or a whole key; several mean any of them. Default: edit. */
  readonly permission?: string | readonly string[];
  readonly on?: 'row' | 'bulk' | 'list';
  /**
   * Offered only where this condition over the record holds; a step is taken only there. Records that carry `actions[]` are asked that instead.
   * Of several rows those for which it does not hold are left out.
   */
  readonly when?: Condition;
  /** Asks first; the text is `resources.<name>.confirm.<action>` or the general one. */
  readonly confirm?: boolean;
  readonly danger?: boolean;
  /** Taken now and then: in the menu of a row, behind Edit on a detail, and never the one button that stands out. */
  readonly aside?: boolean;
  /** What the body calls the id (`carId`), where the call is another resource's; default `id`. */
  readonly idAs?: string;
  /** Of an action over several rows: the call is one record's, made for each of them. Those that are refused are told with their reason. */
  readonly each?: boolean;
  /**
   * No call: it opens another resource for this record, its list with the rows whose relation `by` is the record, or its form with that relation
   * filled in. Needs a `permission`.
   */
  readonly opens?: { readonly resource: string; readonly page: 'list' | 'form'; readonly by: string };
  /** Fixed body values, for two buttons over one command: `{ status: 1 }`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields of the resource asked for in a dialog before the call. A step of x-states may write them whatever forms allow. */
  readonly ask?: readonly Name<T>[];
  /** Those of the asked fields that may not be left empty, whatever the form says of them; of a step the server demands them. */
  readonly require?: readonly Name<T>[];
  /** Those of the asked fields that begin empty whatever the record holds: what must differ from it, or tells a copy from its original. */
  readonly anew?: readonly Name<T>[];
  /** Of an action over several rows: numbers or amounts of theirs that its question adds up. */
  readonly sums?: readonly Name<T>[];
  /** Property of the answer that nobody is told a second time: it is shown once, to be copied. */
  readonly secret?: string;
  /** Name of a registered component that takes the place of button and dialog. */
  readonly component?: string;
}

/** Fields that stand together in a form or a detail. */
export interface GroupDeclaration<T> {
  /** Label key: `resources.<name>.groups.<key>`. */
  readonly key: string;
  readonly fields: readonly Name<T>[];
  /** Groups with the same tab are its sections. Label key: `resources.<name>.tabs.<tab>`. A form in steps has none; of a detail, those without stand above. */
  readonly tab?: string;
  /** Name of a registered component shown in place of the fields. */
  readonly component?: string;
}

/** A record of another resource that the user may choose above the fields to fill some of them in. It is stored nowhere. Label key: `resources.<name>.fields.<resource>`. */
export interface FormHelperDeclaration<T = Record<string, unknown>> {
  readonly resource: string;
  /** Fields of the form by what the choices of that resource answer for them (`options.fields`). */
  readonly fills: Readonly<Partial<Record<Name<T>, string>>>;
}

/** Fields that stand together in a form, with an optional helper above them. */
export interface FormGroupDeclaration<T> extends GroupDeclaration<T> {
  readonly helper?: FormHelperDeclaration<T>;
}

/**
 * A further page about one record, linked from its row and its form, at an address of its own with `:id` in it. It
 * shows some groups of that form, the list of what points at the record, or its one document. Label key:
 * `routes.<path>`, with `{id}` for `:id`.
 */
export interface RecordPageDeclaration {
  readonly path: string;
  /** The word of the nine that opens it. Default: edit. */
  readonly permission?: PermissionWord;
  /** Keys of groups of the resource's own form; only their fields are asked for and saved. */
  readonly groups?: readonly string[];
  /** Relation of another resource that points here (`loan.bookId`): its rows that name this record, with their own form. */
  readonly list?: string;
  /** Resource of which each record here has one, asked for and saved under the id of the record here. */
  readonly document?: string;
  /** Name of a registered component shown below. */
  readonly below?: string;
}

/**
 * What rows are put together by: the relation that they have in common, called by the title of the related record, or by `title`: properties of it
 * (`['brandId', 'name']`).
 */
export type ReportGroupDeclaration<T> = Name<T> | { readonly by: Name<T>; readonly title: readonly string[] };

/**
 * Rows of the list counted by what they have in common, on a page of its own for whoever may open the list. Every figure is the number of rows of
 * the list under some filter, and leads there. Label keys: `routes.<path>`, `resources.<name>.report.groups.<key>`, `….report.counts.<key>`.
 */
export interface ReportDeclaration<T> {
  /** Address of the page. The call has the same below /api, its file `<path>/export`. */
  readonly path: string;
  readonly menu?: { readonly group: string; readonly sort: number; readonly icon: string };
  /** The first is shown at first. */
  readonly groups: Readonly<Record<string, ReportGroupDeclaration<T>>>;
  /** What is counted beside all rows (`total`): values of filters of the list, by their wire names. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Names of the list's filters that the page offers. */
  readonly filters?: readonly string[];
}

/** One file of `resources/`: how an entity is served and shown. Everything left out has a default. */
export interface ResourceDeclaration<T = Record<string, unknown>> {
  /** Name of the schema file; also the resource's name. */
  readonly schema: string;
  /**
   * Keys are `${base}-${word}`; `route` opens the page and the list. `words` renames single ones for a resource that is part of another's
   * screen: `{ add: 'edit', delete: 'edit' }`. `options` adds whole keys that open the choices, of dialogs that offer them by hand; `session` opens
   * them to every signed-in user. The keys of the list and of every declared form, filter and action that offers them open them anyway.
   * Without this block the base is the name and the route key `<name>-list`.
   */
  readonly permission?: {
    readonly base: string;
    readonly route: string;
    readonly words?: Readonly<Partial<Record<PermissionWord, string>>>;
    readonly options?: string | readonly string[];
  };
  /** Documented addresses of the pages. Without `create` and `edit` the form opens in a dialog over the list. `:id` in the path, or `?id=`. */
  readonly route?: { readonly list?: string; readonly create?: string; readonly edit?: string; readonly show?: string };
  /** Further pages of each record, in the order of their links. */
  readonly pages?: readonly RecordPageDeclaration[];
  /** Documented paths below /api. Without this block the resource speaks simple-rest under /resources/{name}. */
  readonly api?: {
    readonly list?: string;
    readonly options?: string;
    readonly info?: string;
    readonly save?: string;
    readonly delete?: string;
    readonly deleteMany?: string;
    readonly export?: string;
    /** Default: `/resources/{name}/import`, for whatever has a save path. */
    readonly import?: string;
    /** One call that checks a file and writes its good rows, beside the import in steps. None unless it is said. */
    readonly importAtOnce?: string;
    /** The file to fill in for it. */
    readonly importTemplate?: string;
  };
  readonly menu?: { readonly group: string; readonly sort: number; readonly icon: string };
  readonly list?: {
    readonly columns: readonly Name<T>[];
    /** Offered in the column chooser, hidden at first. */
    readonly hiddenColumns?: readonly Name<T>[];
    /** Times shown in their short form in the list's tight cells. */
    readonly short?: readonly Name<T>[];
    /** The usual value of a column, by its name: cells of the list say nothing of it, so that the others are seen. */
    readonly quiet?: Readonly<Partial<Record<Name<T>, string | number | boolean>>>;
    /** Columns with a second line: the column shown in small type below their value, usually one that is hidden itself. */
    readonly below?: Readonly<Partial<Record<Name<T>, Name<T>>>>;
    readonly filters?: readonly FilterDeclaration<T>[];
    readonly sort?: readonly [Name<T>, 'asc' | 'desc'];
    /** Filters set when the page is opened, by their wire names; the user can take them off. */
    readonly filterDefaults?: Readonly<Record<string, unknown>>;
    readonly rowClick?: 'edit' | 'show' | false;
    /** The three facts shown on a phone's card; the first columns when absent. */
    readonly card?: readonly Name<T>[];
    /** Ways to show the list beside the table; what is not said is inferred from the schema. */
    readonly views?: ViewsDeclaration<Name<T>>;
    /** Offered to everybody beside the filters a user saved. */
    readonly savedFilters?: readonly SavedFilterDeclaration<Name<T>>[];
    /** Keys of saved filters that stand above the list as tabs after that of all rows, each with the number of its rows. */
    readonly tabs?: readonly string[];
    /** Columns edited in place. A resource without a declaration infers them, others have none unless they say so. */
    readonly inline?: readonly Name<T>[];
    /** Name of a registered component for the whole list page. */
    readonly component?: string;
  };
  readonly form?: {
    readonly layout?: 'page' | 'dialog' | 'steps';
    readonly width?: 560 | 720 | 960;
    readonly groups?: readonly FormGroupDeclaration<T>[];
    readonly component?: string;
  };
  readonly show?: {
    readonly groups?: readonly GroupDeclaration<T>[];
    /**
     * Lists below the detail, of resources whose x-ref points here: `'loan'` (all its relations to here) or `'loan.bookId'`. `false`: none.
     * Absent: all there are, unless this block says what the detail is made of.
     */
    readonly related?: false | readonly (string | { readonly resource: string; readonly field: string })[];
    /** What stands beside the title, in place of the word for the kind of record. */
    readonly beside?: Name<T>;
    readonly component?: string;
  };
  readonly options?: {
    /** Properties answered beside `id`. */
    readonly fields: readonly Name<T>[];
    /** Those that call a choice, joined by spaces. Default: the first readable one. */
    readonly title?: readonly Name<T>[];
    /** Only rows with these values are offered. */
    readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
    /** Query parameters that narrow the options. */
    readonly filters?: readonly Name<T>[];
    /** Default: session. Options ignore the store scope only when this says so (targets of a transfer). */
    readonly scope?: 'all';
    /** Caps the answer and lets `keyword` search as the user types; without it everything is answered (at most 1,000). */
    readonly search?: boolean;
  };
  /**
   * Found from anywhere by what the schema's `x-search` names (number, phone, name), through the command palette; `fields` tell hits of the same
   * title apart. Who may open the list finds the rows that it shows.
   */
  readonly palette?: { readonly fields: readonly Name<T>[] };
  /** `false`: what others change is not told as it happens; it is seen when the page is looked at again. Default: it is told. */
  readonly live?: boolean;
  /**
   * Letter that opens the form of a new record from anywhere, while nobody types and no dialog is open. Not `r`, `g`, `j`, `k`, `e` or `x`,
   * which mean something on every page.
   */
  readonly key?: string;
  /** Letter that opens the list from anywhere after `g`: `g o`. Not `h`, which is the home page. */
  readonly go?: string;
  readonly report?: ReportDeclaration<T>;
  /** Changes that others feel: the question before them says whom, with a number and a link each. */
  readonly touches?: readonly TouchDeclaration<Name<T>>[];
  readonly actions?: readonly ActionDeclaration<T>[];
  /** Name of a registered component per property, in forms (`input`), lists and details (`field`) and the filter bar (`filter`). */
  readonly components?: Readonly<
    Record<string, { readonly input?: string; readonly field?: string; readonly filter?: string }>
  >;
}

/**
 * Types a resource declaration against the generated type of its schema. Returns it unchanged: declarations are data.
 *
 * @example
 * export default defineResource<{ readonly title: string; readonly pages: number }>({
 *   schema: 'book',
 *   menu: { group: 'library', sort: 10, icon: 'MenuBook' },
 *   list: { columns: ['title', 'pages'], filters: ['keyword'], sort: ['title', 'asc'] },
 * });
 */
export function defineResource<T>(declaration: ResourceDeclaration<T>): ResourceDeclaration<T> {
  return declaration;
}

/** How a coded value looks everywhere it is shown (docs/look.md: states have fixed soft chips). */
export type Tone = 'waiting' | 'active' | 'done' | 'late' | 'off' | 'neutral';

/** One value of a code table. Its label is a text of the application. */
export interface CodeValue {
  readonly code: number | string;
  readonly tone?: Tone;
}

/** Code tables by name; labels are the i18n keys `codes.<table>.<code>`. */
export type CodeTables = Readonly<Record<string, readonly CodeValue[]>>;
