import type { NumberFormat } from './templates.ts';

/**
 * The vocabulary of `schemas/*.json`: JSON Schema draft 2020-12 plus the x- keywords documented in docs/vocabulary.md.
 * Everything else is refused by name when the model is compiled.
 */

/** A JSON Schema over the record: `{ "properties": { "type": { "const": 1 } } }`. Evaluated by conditions.ts. */
export type Condition = Readonly<Record<string, unknown>>;

/** Names of types in JSON Schema. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** Relation to another resource. `as` names the extra output property that carries the related record's title. */
export interface RefKeyword {
  readonly resource: string;
  readonly as?: string;
  /** Further properties of the related record to answer beside the title, as `{ outputName: propertyPath }`. */
  readonly with?: Readonly<Record<string, string>>;
  /** Records that may be chosen, as `{ field: [values] }`; all when absent. What is stored stays. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Properties of this record that narrow the choices, by the filter of the choices: `{ "shopId": "fromShopId" }`. One of the same name does anyway. */
  readonly by?: Readonly<Record<string, string>>;
}

/** How a value is hidden from users who may not read it whole. */
export type MaskName = 'phone' | 'name' | 'idCard';

/** How spellings of one number are told: `phone`, or `code` (letters and digits). `country`: the property with the calling code beside it. */
export interface NormalKeyword {
  readonly as: 'phone' | 'code';
  readonly country?: string;
}

/** What `x-widget` may be: how a property is shown and entered. */
export type WidgetName =
  | 'money'
  | 'text'
  | 'image'
  | 'images'
  | 'file'
  | 'files'
  | 'secret'
  | 'phone'
  | 'geo-area'
  | 'geo-point'
  | 'percent'
  | 'time'
  | 'eighths'
  | 'failure'
  | 'sentences'
  | 'words';

/** Defaults worked out when a record is created. */
export type DynamicDefault = 'now' | 'today' | 'uuid';

/** Permission words or keys that a user needs to read or write one field. */
export interface AccessKeyword {
  readonly read?: string;
  readonly write?: string;
}

/** `refuse`: the related record stays while this one names it; `cascade`: this one goes with it; `clear`: the relation is emptied. */
export type OnDelete = 'refuse' | 'cascade' | 'clear';

/** Schema of one property of an entity. */
export interface PropertySchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: 'date' | 'date-time' | 'time' | 'email' | 'uri' | 'int64';
  readonly enum?: readonly (string | number | null)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: PropertySchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly description?: string;
  /** Values to make demonstration records from; texts may hold choices: `{Silent|Golden} Harbour`. */
  readonly examples?: readonly unknown[];
  readonly 'x-ref'?: RefKeyword;
  readonly 'x-codes'?: string;
  /** `true`, or the message key of the refusal. Empty values never collide. */
  readonly 'x-unique'?: boolean | string;
  readonly 'x-index'?: boolean;
  readonly 'x-mask'?: MaskName;
  /** Unique, indexed and searched by its one spelling; shown as it was typed. */
  readonly 'x-normal'?: NormalKeyword;
  readonly 'x-sensitive'?: boolean;
  /** Of a secret: the properties that say where it is sent. None: it is sent nowhere. */
  readonly 'x-bound-to'?: readonly string[];
  /**
   * Of files: they have no address of their own, are read through their record only, and every reading stands in the operation log. The name of a
   * relation: they are read by who may see the detail of the record that it names.
   */
  readonly 'x-private'?: boolean | string;
  /** Who changes it has proven the password within the last ten minutes. */
  readonly 'x-proof'?: boolean;
  /** Goes with the person (`x-person`): `identity` tells who it is and is looked for in logs, `other` says something of them. */
  readonly 'x-personal'?: 'identity' | 'other';
  readonly 'x-widget'?: WidgetName;
  readonly 'x-show'?: Condition;
  readonly 'x-edit'?: Condition;
  /** Entered with a new record, then kept by every save. */
  readonly 'x-once'?: boolean;
  /** Message key, said where `x-edit` or `x-once` keeps a stored value. */
  readonly 'x-locked'?: string;
  readonly 'x-require'?: Condition;
  readonly 'x-access'?: AccessKeyword;
  /** Name of a registered computed column; the property is never stored. */
  readonly 'x-compute'?: string;
  /** Of a time: so many digits of its seconds are kept, 1 to 6. None when absent. */
  readonly 'x-precision'?: number;
  /** What a new record gets where nothing is given: the time or day of its save, or a fresh UUID. */
  readonly 'x-default'?: DynamicDefault;
  /** Properties that the computed column is made of: who may not read one of them may not read it either. */
  /** The value may not lie before (date, time) or below (number) this other property. */
  readonly 'x-after'?: string;
  /** Of a relation: what becomes of this record when the related one is deleted. */
  readonly 'x-on-delete'?: OnDelete;
  /** Of a date: the first and the last year that it may have. */
  readonly 'x-years'?: readonly [number, number];
  /** Of a document with `start` and `end`: the end lies after the start; the message key says that it does not. */
  readonly 'x-span'?: string;
  /** Message key shown instead of the general "required" text. */
  readonly 'x-message'?: string;
  /** Records of another resource whose relation `field` points here: entered in this form, saved with it. No column. */
  /** One text in each language of the application; says what one of them is. */
  readonly 'x-languages'?: PropertySchema;
  readonly 'x-many'?: {
    readonly resource: string;
    readonly field: string;
    /** They live by their own rules: the state, the rights and the hooks of the parent do not hold for them. */
    readonly free?: true;
  };
  /** A text made of other properties (`"{name} ({shopId.code})"`), never stored. */
  readonly 'x-template'?: string;
  /** How a number is shown; stored and sent it is as it is. */
  readonly 'x-format'?: NumberFormat;
  /** The name this property had: its column is renamed and keeps its values. May stay as long as it likes. */
  readonly 'x-was'?: string;
}

/** Properties that no two rows may share (`x-unique`). */
export interface UniqueKeyword {
  readonly fields: readonly string[];
  readonly message?: string;
  /** Rows that the constraint covers, as `{ field: [values] }`; all rows when absent. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
}

/** A rule about rows: a condition over the record and what its relations lead to, or the record that decides. */
export interface RowRuleKeyword {
  readonly where?: Condition;
  /** A relation: a row is seen where the record is seen that it names. */
  readonly like?: string;
  /** Right whose holders see all: a word (`all` of `order` is the right `order-all`) or a whole key. */
  readonly except?: string;
}

/** An index over some rows: those whose first column lies below the second. Rows without either are not in it. */
export interface BelowIndexKeyword {
  readonly fields: readonly string[];
  readonly below: readonly [lesser: string, greater: string];
}

/** States of a record and the actions that lead from one to another (`x-states`). */
export interface StatesKeyword {
  readonly field: string;
  readonly initial: string | number;
  /** The generic save never writes the state field; only these actions do, unless `save` says otherwise. */
  readonly transitions: readonly {
    readonly action: string;
    readonly from: readonly (string | number)[];
    readonly to: string | number;
  }[];
  /** States in which the record can be saved at all; in all of them when absent. */
  readonly editable?: readonly (string | number)[];
  /** States in which the record can be deleted, or what must hold of it beside; in all of them when absent. */
  readonly deletable?: readonly (string | number)[] | Condition;
  /** The generic save takes a step as well, for who has the step's permission: a switch that nothing else hangs on. */
  readonly save?: boolean;
}

/** Rows of another entity, shown under other properties by another list; written where they belong. */
export interface ViewKeyword {
  readonly of: string;
  /** Rows that it shows, as `{ field: [values] }`; all when absent. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
  /** The property that is a relation to the row itself. */
  readonly as?: string;
}

/** Periods that may not overlap (`x-exclude`): one car is not booked twice at one time. */
export interface ExcludeKeyword {
  /** Properties that must be equal for two rows to collide. */
  readonly key: readonly string[];
  /** Start and end property of the half-open interval; an empty end is "for ever", an empty start "since ever". Both empty: no period. */
  readonly interval: readonly [string, string];
  /** Rows that take part. */
  readonly where?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly message: string;
}

/** What holds for some records only. `false` forbids a property there. */
export interface SchemaBranch extends Pick<
  EntitySchema,
  'oneOf' | 'allOf' | 'if' | 'then' | 'else' | 'dependentRequired' | 'required' | 'title' | 'description'
> {
  readonly type?: 'object';
  readonly properties?: Readonly<Record<string, PropertySchema | boolean>>;
}

/**
 * One file of `schemas/`: an entity, its properties and its rules.
 *
 * @example
 * const book: EntitySchema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
 */
export interface EntitySchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** Standard conditional keywords; the compiled model has them as x-show and x-require of the properties. */
  readonly oneOf?: readonly SchemaBranch[];
  readonly allOf?: readonly SchemaBranch[];
  readonly if?: Condition;
  readonly then?: SchemaBranch;
  readonly else?: SchemaBranch;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** What a record is called: property paths, joined by a space (`["brandId.name", "name"]`). */
  readonly 'x-title'?: readonly string[];
  /** Properties that the `keyword` filter searches. */
  readonly 'x-search'?: readonly string[];
  /** Path or paths to the scope record (the store); a row is visible when one of them is in the user's scope. */
  readonly 'x-scope'?: string | readonly string[];
  /** Which rows there are for whoever does not hold the right `except`, by the name of the rule. All of them hold. */
  readonly 'x-rows'?: Readonly<Record<string, RowRuleKeyword>>;
  /** Path to the property that holds the IANA zone of this row's wall-clock times. */
  readonly 'x-zone'?: string;
  /** Path to the person whom a row is about; `id` where the row is the person. */
  readonly 'x-person'?: string;
  readonly 'x-unique'?: readonly UniqueKeyword[];
  readonly 'x-index'?: readonly (readonly string[] | BelowIndexKeyword)[];
  readonly 'x-states'?: StatesKeyword;
  readonly 'x-exclude'?: ExcludeKeyword;
  /** No table: a view of another entity's rows, with columns of its own and lists of its own rights. */
  readonly 'x-view'?: ViewKeyword;
  /** The property that names a row's parent: a relation to this very entity. */
  readonly 'x-tree'?: string;
  /** Who may delete: `soft` keeps the row and hides it, `never` offers no delete, absent deletes the row. */
  readonly 'x-delete'?: 'soft' | 'never';
  /** Every version of a record can be looked at by who may read it, and restored by who may change it. */
  readonly 'x-history'?: boolean;
  /** Rows are written by the system only: no save, no delete, no audit of its own. `append`: and never changed once they are there. */
  readonly 'x-log'?: boolean | 'append';
  /** A table without a resource: no endpoints, no screens, no permission keys. */
  readonly 'x-internal'?: boolean;
  /** Message key of the refusal where a record is asked for that does not exist for this user ("Car not found"). */
  readonly 'x-missing'?: string;
}
