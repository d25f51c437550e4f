import { createQueryId, PostgresQueryCompiler, sql as kysely, type RawBuilder } from 'kysely';
import { NOW, Parameters, type PgType, type Sql } from './text.ts';

/** The instant of the request as a `timestamptz`. */
export const now: RawBuilder<Date> = kysely<Date>`${NOW}::timestamptz`;

/** SQL in minor units of a currency with so many decimals, as an amount. Exact: it stays a `numeric`. */
export const amountSql = (minorUnits: RawBuilder<unknown>, digits: number): RawBuilder<number> =>
  kysely<number>`((${minorUnits}) * ${kysely.lit(10 ** -digits)})`;

/** Compiles a part of a statement that has values already: its own are numbered after those. */
class PartCompiler extends PostgresQueryCompiler {
  readonly #before: number;

  constructor(before: number) {
    super();
    this.#before = before;
  }

  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.#before + this.numParameters}`;
  }
}

/** SQL as the query builder compiled it: its values are apart from it. */
export const compiledSql = (text: string): Sql => text as Sql;

/** SQL that an application registered, as a part of a statement; its values join the statement's own. */
export function splice(raw: RawBuilder<unknown>, parameters: Parameters): Sql {
  const part = new PartCompiler(parameters.values.length).compileQuery(raw.toOperationNode(), createQueryId());
  parameters.append(part.parameters);
  return part.sql as Sql;
}

/** No text that PostgreSQL takes has one: it stands between the pieces of a part and its values. */
const SEAM = '\0';

/** Values that are not in a statement yet. */
class LooseParameters extends Parameters {
  override add(value: unknown, type: PgType): Sql {
    this.values.push(value);
    return `${SEAM}${this.values.length - 1}${SEAM}::${type}` as Sql;
  }
}

/** The other way round: a part of a statement that the compiler wrote, for SQL of an application. */
export function asRaw<T>(write: (parameters: Parameters) => Sql, now: number): RawBuilder<T> {
  const parameters = new LooseParameters(now);
  const pieces = write(parameters).split(SEAM);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const values = pieces.flatMap((piece, at) => (at % 2 === 0 ? [] : [parameters.values[Number(piece)]]));
  return kysely<T>(Object.assign(texts, { raw: texts }), ...values);
}
