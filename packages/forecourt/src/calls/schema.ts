/**
 * The part of JSON Schema that calls are declared in, and the TypeScript type that a schema means. `object` and `list` write the schema that a
 * reader expects and carry its type along, so that the type checker reads every schema once; leaves are plain JSON Schema.
 */
export type Schema = { readonly [keyword: string]: unknown };

declare const MEANT: unique symbol;
/** A schema with the type of what it allows. */
export type Typed<T> = Schema & { readonly [MEANT]: T };

interface Plain {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

/**
 * What a schema allows.
 *
 * @example
 * const LOAN = object({ bookId: ID, days: INTEGER });
 * const days = (loan: TypeOf<typeof LOAN>): number => loan.days;
 */
export type TypeOf<S> = S extends { readonly [MEANT]: infer T }
  ? T
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly const: infer Value }
      ? Value
      : S extends { readonly type: infer Name extends keyof Plain }
        ? Plain[Name]
        : S extends { readonly type: readonly (infer Name extends keyof Plain)[] }
          ? Plain[Name]
          : unknown;

type Properties = Readonly<Record<string, Schema>>;
type None = Readonly<Record<never, never>>;

/** The value that an object of these parts has. */
type Parts<R, O> = Flat<
  { readonly [Name in keyof R]: TypeOf<R[Name]> } & { readonly [Name in keyof O]?: TypeOf<O[Name]> }
>;
/** Spelled out, as the type checker then says it. */
type Flat<T> = T extends infer U ? { [Name in keyof U]: U[Name] } : never;

/** Schema of an object, typed with the value that it describes. */
export type ObjectSchema<R, O = None> = Typed<Parts<R, O>> & { readonly properties: R & O };

/**
 * An object with these properties and no others; the second ones may be missing.
 *
 * @example
 * const input = object({ bookId: ID }, { note: STRING });
 */
export function object<const R extends Properties, const O extends Properties = None>(
  required: R,
  optional?: O,
): ObjectSchema<R, O> {
  const names = Object.keys(required);
  return typed<Parts<R, O>>({
    type: 'object',
    additionalProperties: false,
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
  }) as ObjectSchema<R, O>;
}

/**
 * An array of this schema.
 *
 * @example
 * const answer = list(object({ id: ID, title: STRING }));
 */
export const list = <const S extends Schema>(items: S): Typed<readonly TypeOf<S>[]> => typed({ type: 'array', items });

/** A value of one schema or the other. */
export const either = <const A extends Schema, const B extends Schema>(
  one: A,
  other: B,
): Typed<TypeOf<A> | TypeOf<B>> => typed({ anyOf: [one, other] });

/**
 * A value of this schema, or null.
 *
 * @example
 * const answer = object({ dueOn: orNull(STRING) });
 */
export const orNull = <const S extends Schema>(schema: S): Typed<TypeOf<S> | null> => either(schema, NOTHING);

/**
 * A schema whose type is said beside it: it is built from other declarations, or open.
 *
 * @example
 * const answer = typed<{ readonly lent: number }>({ type: 'object', properties: { lent: { type: 'integer' } } });
 */
export const typed = <T>(schema: Schema): Typed<T> => schema as Typed<T>;

/** A record of an entity as `GET …/info` answers it; its schema follows from the entity's. */
export const record = <T>(entity: string): Typed<T> => typed({ $ref: entity });

declare const FILE: unique symbol;
/** The answer is a file of one of these kinds, not JSON. */
export type FileSchema = Schema & { readonly mediaTypes: readonly string[]; readonly [FILE]: true };
/** Declares an answer that is a file: `file('application/pdf')`. */
export const file = (...mediaTypes: readonly string[]): FileSchema => ({ mediaTypes }) as Schema as FileSchema;

/**
 * Id of a record: a whole number from 1.
 *
 * @example
 * const input = object({ bookId: ID });
 */
export const ID = { type: 'integer', minimum: 1 } as const;
/**
 * Any text.
 *
 * @example
 * const input = object({ note: STRING });
 */
export const STRING = { type: 'string' } as const;
/**
 * Any whole number.
 *
 * @example
 * const input = object({ days: INTEGER });
 */
export const INTEGER = { type: 'integer' } as const;
/**
 * Any number.
 *
 * @example
 * const input = object({ weight: NUMBER });
 */
export const NUMBER = { type: 'number' } as const;
/**
 * Yes or no as the wire has it: 1 or 0.
 *
 * @example
 * const input = object({ reminded: FLAG });
 */
export const FLAG = { type: 'integer', enum: [0, 1] } as const;
/**
 * The answer of a call that says nothing beside its message.
 *
 * @example
 * const answer = either(STRING, NOTHING);
 */
export const NOTHING = { type: 'null' } as const;
/** What creates one record answers its id. */
export const CREATED = object({ id: ID });
/** What the generic save answers: the id, and the time that the next change must send back. */
export const SAVED = object({ id: ID, updateTime: STRING });
/** An input without properties. */
export const EMPTY = object({});
