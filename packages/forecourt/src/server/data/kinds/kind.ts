import type { CodeTables, Field, Model, PropertySchema } from '../../../model/index.ts';
import type { FieldErrors } from '../../errors.ts';
import type { PgType, Sql } from '../sql/index.ts';
import type { Decode, Translator } from './cells.ts';
import type { SampleContext } from './samples.ts';

/** What the values of a column are beside their PostgreSQL type: amounts (in minor units of the currency), ids and whole numbers of 64 bits are all `bigint`. */
export type Form =
  | 'integer'
  | 'int64'
  | 'number'
  | 'money'
  | 'ref'
  | 'text'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'refs'
  | 'files'
  | 'json';

/** A filter value in storage form with the type of its placeholder. */
export interface StoredValue {
  readonly value: unknown;
  readonly type: PgType;
}

/** What a schema says of the values of one column beside their type. Numbers in storage form. */
export interface Limits {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly codes?: readonly (string | number)[];
  /** Digits of the second of a time. */
  readonly digits?: number;
}

export type Bound = StoredValue & { readonly operator: '<' | '<=' | '>' | '>=' };

/** What a spreadsheet takes a column's cells for. */
export type CellKind = 'text' | 'phone' | 'integer' | 'int64' | 'number' | 'money' | 'boolean' | 'date' | 'dateTime';

/** A value of a cell; dates and times in wire form, empty as null. */
export type Cell = string | number | boolean | null;

export type JsonSchema = Record<string, unknown>;

/** What the generated types are made with (`npm run generate`). */
export interface TypeSource {
  /** The values of the field's code table. */
  readonly codes: readonly (string | number)[] | undefined;
  /** A value is always there: the form demands it or the table fills it. */
  readonly certain: boolean;
  /** A nested document without the extension keywords. */
  nested(schema: PropertySchema): JsonSchema;
  /** TypeScript of the document as it stands in the wire types. */
  readonly document: string;
}

/** What the example line of an import's template is made with. */
export interface ExampleSource {
  /** Wall clock of the request. */
  readonly now: string;
  /** What the field is called. */
  readonly label: string;
}

/**
 * Everything the server knows of one kind of value: its column, its wire, its checks, its filters, its cells in files, its samples and its
 * generated types. One object a kind; what is absent is as for a plain text.
 */
export interface Kind {
  /** How its values are stored; undefined for what has no column. */
  form(field: Field, codes: CodeTables): Form | undefined;
  /** A constant default in storage form as SQL; undefined when none can be said so. Absent: the value as a literal. */
  defaultSql?(value: unknown, field: Field): string | undefined;
  /** What the schema says of its values, as the next start remembers it; none when absent. */
  limits?(field: Field, model: Model): Limits;

  /** A checked wire value that is not empty, in storage form; the same value when absent. Throws BadValue. */
  toStorage?(value: unknown, zone: string, field: Field): unknown;
  /** A storage value that is not null, in wire form; the same value when absent. Instants may come as PostgreSQL's JSON text. */
  toWire?(value: unknown, zone: string, field: Field): unknown;
  /** Whether a value that was stored once can be read as this kind. Absent: any can. */
  readable?(value: unknown): boolean;
  /** A storage value that is not null as the driver takes it. */
  toParameter?(value: unknown): unknown;
  /** Storage form to wire form as SQL; the value itself when absent. */
  wireSql?(value: Sql, field: Field, codes: CodeTables, zone: Sql): Sql;
  /**
   * What a save by form writes over a stored value (`old`) as SQL, where the wire says less than the column has: the stored value when the wire form of both
   * is one. Absent: the value.
   */
  keptSql?(value: Sql, old: Sql, field: Field): Sql;
  /** Storage form to a text for people as SQL; the wire form as text when absent. */
  textSql?(value: Sql): Sql;
  /** Its wire form depends on the zone of the record. */
  readonly zoned?: true;
  /** What somebody means by a text. Absent: the text as typed. */
  normal?(text: string): unknown;

  /** What of the JSON Schema of a property ajv reads otherwise than as it stands. `digits`: decimals of the currency. */
  shape?(property: PropertySchema, digits: number): JsonSchema;
  /** What ajv cannot know of a value of a field that is there: throws BadValue. The format of the schema is then left to it. */
  check?(value: unknown, zone: string, field: Field): void;
  /** What is said where a number, the least value or the pattern is not met. */
  issues?(digits: number): Readonly<Partial<Record<'number' | 'minimum' | 'pattern', FieldErrors[string]>>>;

  /** A filter value; `type` is that of its column. Throws BadValue. Absent: a text. */
  readFilter?(text: string, type: PgType, field: Field): unknown;
  /** Type of one filter value where it is not the column's. */
  filterType?(field: Field, codes: CodeTables): PgType;
  /** One end of a range where that is not just "at least" and "at most"; equal is then what lies between both ends of itself. */
  bound?(text: string, end: boolean, zone: string, field: Field): Bound;

  /** Its cells in an exported spreadsheet; text when absent. */
  cell?(field: Field): CellKind;
  /** What the cells of an imported column are judged as together, before each is read. Texts when absent. */
  readonly reads?: 'numbers' | 'dates' | 'dateTimes' | 'times';
  /** How the cells of an imported column are read. Empty cells are null before they come here. Absent: as text. */
  decoder?(field: Field, codes: CodeTables, words: readonly Translator[]): Decode;
  /** A value inside a document, in words. */
  inWords?(value: unknown, digits: number): string;
  /** What to write in the example line of a template; empty when absent. Codes and relations show one of theirs. */
  example?(field: Field, source: ExampleSource): Cell;

  /** A value in wire form that the schema accepts; `context.name` is that of the property. */
  sample(schema: PropertySchema, context: SampleContext): unknown;
  /** The sample moved so that it does not lie before (or below) `other`. Absent: the greater of two numbers. */
  sampleAfter?(other: string, days: () => number, hours: () => number): string;

  /** JSON Schema of what the API answers; a text when absent. */
  wireType?(field: Field, source: TypeSource): JsonSchema;
  /** TypeScript of a value of its column; `string` when absent. */
  rowType?(field: Field, source: TypeSource): string;
  /** TypeScript of the whole column where the three of reading, inserting and updating differ. */
  columnType?(field: Field, source: TypeSource): string;
}

/** One of two JSON Schemas: the value, or none. */
export const orNull = ({ certain }: TypeSource, schema: JsonSchema): JsonSchema => {
  if (certain) return schema;
  return 'enum' in schema ? { enum: [...(schema['enum'] as unknown[]), null] } : { anyOf: [schema, { type: 'null' }] };
};

/** SQL of the default of a list: only the empty one. */
export const emptyList = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 0 ? "'{}'" : undefined;
