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

/** Stands for the instant of the request where a value is kept longer than the request. */
export const NOW = Symbol('now');

/** Collects the values of one statement. Every value of a request travels this way. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #now: Date | undefined;

  /** `now`: epoch milliseconds that NOW becomes; without it NOW stays what it is. */
  constructor(now?: number) {
    this.#now = now === undefined ? undefined : new Date(now);
  }

  /** Adds values whose placeholders are already written, continuing the ones so far. */
  append(values: readonly unknown[]): void {
    for (const value of values) this.values.push(value === NOW && this.#now ? this.#now : value);
  }

  /** Adds a value and answers its placeholder, with the cast that fixes its type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
