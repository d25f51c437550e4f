import type { FieldKind } from './kinds.ts';
import type {
  AccessKeyword,
  DynamicDefault,
  Condition,
  EntitySchema,
  MaskName,
  OnDelete,
  NormalKeyword,
  PropertySchema,
  RefKeyword,
  UniqueKeyword,
  ViewKeyword,
  WidgetName,
} from './schema.ts';
import type { TemplatePart } from './templates.ts';

/** A property of an entity, compiled: its kind and its rules. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly schema: PropertySchema;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly widget?: WidgetName;
  readonly codes?: string;
  readonly ref?: {
    readonly resource: string;
    readonly as: string;
    readonly with: Readonly<Record<string, string>>;
    /** Only these records may be chosen. */
    readonly where?: NonNullable<RefKeyword['where']>;
    /** What narrows the choices, by their filter. */
    readonly by?: NonNullable<RefKeyword['by']>;
  };
  readonly mask?: MaskName;
  /** Its one spelling (`x-normal`); `home`: calling codes of phone numbers without any. */
  readonly normal?: NormalKeyword & { readonly home: readonly string[] };
  readonly sensitive: boolean;
  readonly access?: AccessKeyword;
  readonly compute?: string;
  readonly show?: Condition;
  readonly edit?: Condition;
  /** Message key, said where a stored value cannot be changed (`x-edit`, `x-once`). */
  readonly locked?: string;
  readonly require?: Condition;
  readonly after?: string;
  readonly default?: unknown;
  /** What a new record gets where nothing is given, found out when it is saved. */
  readonly dynamicDefault?: DynamicDefault;
  readonly message?: string;
  /** Words and paths of `x-template`; the field is then a computed one without code. */
  readonly template?: readonly TemplatePart[];
  /** Of private files (`x-private`): whose detail lets somebody read them, and the relation that leads there from another record. */
  readonly privateBy?: { readonly resource: string; readonly relation?: string };
  /** The name it had before (`x-was`). */
  readonly was?: string;
  /** Decimals of the currency, in which its amounts are, and those in its document. */
  readonly digits: number;
  /** Added by the framework (id, createTime, updateTime), not written in the schema. */
  readonly builtIn: boolean;
}

/** Child records that are entered and saved with their parent (`x-many`). */
export interface Many {
  readonly name: string;
  /** Label, conditions and number of rows; it has no column. */
  readonly field: Field;
  readonly resource: string;
  /** The child's relation to the parent. */
  readonly by: string;
}

/** The record that rows are lines of: it lists them in `x-many`, and the relation `by` names it. */
export interface LineOf {
  readonly parent: string;
  readonly by: string;
}

/** Records that a deletion reaches (`x-on-delete`): those of `entity` whose relation `field` names the deleted one. */
export interface Dependent {
  readonly entity: string;
  readonly field: string;
  readonly effect: OnDelete;
}

/** What a rule compares with: a constant, or what stands for something of the request. */
export type RowValue = { readonly word: 'user' | 'today' | 'now' } | { readonly value: string | number | boolean };

export type RowOperator = '<' | '<=' | '>' | '>=';

/** A condition over a row, as SQL is made of it. Of a list of values `in` means that it has one of them. */
export type RowTest =
  | { readonly op: 'all'; readonly of: readonly RowTest[] }
  | { readonly op: 'any'; readonly of: readonly RowTest[] }
  | { readonly op: 'not'; readonly of: RowTest }
  | { readonly op: 'empty'; readonly path: Path }
  | { readonly op: 'in'; readonly path: Path; readonly values: readonly RowValue[] }
  | { readonly op: RowOperator; readonly path: Path; readonly value: RowValue };

/** Which rows there are for whoever does not hold `except`: those that fit `where`, or belong to a record that is seen (`like`). */
export interface RowRule {
  readonly name: string;
  /** Who holds this right is not bound; absent: everybody is but who holds every right. */
  readonly except?: string;
  readonly where?: RowTest;
  readonly like?: { readonly path: Path; readonly target: string };
}

/** One step of a path through relations: `carId.storeId` is two steps. */
export interface Path {
  readonly steps: readonly { readonly field: string; readonly target: string }[];
  /** The property read at the end; for a scope path the column that holds the scope id. */
  readonly last: string;
}

/** An entity, compiled: its fields, relations and rules. */
export interface Entity {
  readonly name: string;
  readonly schema: EntitySchema;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Not among `fields`: they are rows of another table. */
  readonly many: readonly Many[];
  /** Records whose rules hold for these rows too (`x-many` without `free`). */
  readonly lineOf: readonly LineOf[];
  /** What a deletion of one of these records reaches, where a relation says so. */
  readonly dependents: readonly Dependent[];
  readonly title: readonly Path[];
  readonly search: readonly string[];
  /** Resolved down to columns that hold the scope record's id; empty when every row is visible to all with the key. */
  readonly scope: readonly Path[];
  /** All of them hold for whoever they bind (`x-rows`). */
  readonly rows: readonly RowRule[];
  /** The entity of the person whom a row is about, and the path to its id (`x-person`). */
  readonly person: { readonly of: string; readonly path: Path } | undefined;
  readonly zone?: Path;
  readonly unique: readonly (UniqueKeyword & { readonly message: string })[];
  readonly deletion: 'row' | 'soft' | 'never';
  /** Its changes are shown and can be restored (`x-history`). They are recorded in any case. */
  readonly history: boolean;
  /** Written by the system only, or where its rows belong. */
  readonly log: boolean;
  /** A log whose rows are never changed; it lies in tables by months, of which old ones go (`x-log: append`). */
  readonly appendOnly: boolean;
  readonly internal: boolean;
  /** Whose rows these are, where they are another entity's (`x-view`). */
  readonly view?: ViewKeyword;
  readonly stateField?: string;
  /** The relation to the parent, where rows lie below each other. */
  readonly tree?: string;
}

/** The field, or a clear fault of the program that asked for it. */
export function fieldOf(entity: Entity, name: string): Field {
  const field = entity.byName.get(name);
  if (!field) throw new Error(`${entity.name} has no property "${name}"`);
  return field;
}
