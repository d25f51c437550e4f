import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely';
import { NOW, type Parameters } from './text.ts';

const compiler = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The instant of the request as a `timestamptz`. */
export const now: RawBuilder<Date> = sql<Date>`${NOW}::timestamptz`;

/** SQL that an application registered, as text whose placeholders continue the statement's own. */
export function splice(raw: RawBuilder<unknown>, parameters: Parameters): string {
  const compiled = raw.compile(compiler);
  const offset = parameters.values.length;
  parameters.append(compiled.parameters);
  if (offset === 0) return compiled.sql;
  return compiled.sql.replace(/'(?:[^']|'')*'|\$(\d+)/g, (match, index: string | undefined) =>
    index === undefined ? match : `$${Number(index) + offset}`,
  );
}
