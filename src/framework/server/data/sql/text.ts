/** An identifier of the model, quoted. Never anything from a request. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A constant of the model as an SQL literal. Never anything from a request. */
export const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

/** `alias."column"` */
export const column = (alias: string, name: string): string => `${alias}.${ident(name)}`;

export const all = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.join(' and ');

export const any = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;

/** Collects the values of one statement. Every value of a request travels this way. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value and answers its placeholder, with the cast that fixes its type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
