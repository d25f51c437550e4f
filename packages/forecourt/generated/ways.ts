import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import sharp from 'sharp';
import { factsOf, privateFilePath, type Field, type Model, type PlainFigure, type Resource } from '../model.ts';
import type { Client } from './run/application.ts';
import { callsOf } from './calls.ts';
import type { Sight } from './scope.ts';
import type { Subject } from './subject.ts';
import type { Suite } from './suite.ts';

type Sees = () => Promise<Sight & { readonly free: Client }>;

interface Told {
  readonly records: readonly { readonly resource: string; readonly hits: readonly { readonly id: number }[] }[];
}

interface Figures {
  readonly sections: readonly {
    readonly widgets: readonly {
      readonly key: string;
      readonly figures: readonly { readonly key: string; readonly total: unknown }[];
    }[];
  }[];
}

const BOUNDARY = 'forecourt-generated';

/** What a figure must come to for these rows, as SQL; undefined where the rows are narrowed, or the unit is another than the stored one. */
function expected({ period, filter, measure }: PlainFigure): RawBuilder<unknown> | undefined {
  if (period || Object.keys(filter).length > 0) return undefined;
  if (measure.kind === 'count') return sql`count(*)`;
  if (measure.kind === 'named' || measure.field.kind !== 'integer') return undefined;
  const column = sql.ref(measure.field.name);
  return measure.kind === 'sum' ? sql`coalesce(sum(${column}), 0)` : sql`round(avg(${column}), 4)`;
}

function describePalette({ it }: Suite, { name, entity, palette }: Resource, given: () => Subject, sees: Sees): void {
  const searched = entity.search.find((one) => entity.byName.get(one)?.mask === undefined);
  if (!palette || !searched) return;

  it('is not found by the palette', async () => {
    const { running } = given();
    const { client, free, own, other } = await sees();
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${sql.ref(searched)} as text from ${sql.table(name)} where ${sql.ref(searched)} <> '' order by id
    `.execute(running.db);
    const found = async (by: Client, q: string): Promise<number[]> => {
      const { data } = await by.get<Told>('/search', { q });
      return data.records.flatMap(({ resource, hits }) => (resource === name ? hits.map(({ id }) => id) : []));
    };
    const hidden = rows.filter(({ id }) => other.includes(id));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { id, text } of hidden) {
      expect(await found(free, text)).toContain(id);
      expect((await found(client, text)).filter((one) => !own.includes(one))).toEqual([]);
    }
  });
}

function describeReport({ it }: Suite, { report }: Resource, sees: Sees): void {
  if (!report) return;

  it('is counted by no report', async () => {
    const { client, free, own, other } = await sees();
    for (const { key } of report.groups) {
      const sum = async (by: Client): Promise<number> => {
        const { data } = await by.get<readonly { readonly total: number }[]>(report.path, { groupBy: key });
        return data.reduce((all, { total }) => all + total, 0);
      };
      expect(await sum(client)).toBe(own.length);
      expect(await sum(free)).toBe(own.length + other.length);
    }
  });
}

function describeFigures({ it }: Suite, { name }: Resource, model: Model, given: () => Subject, sees: Sees): void {
  const asked = model.dashboards.flatMap(({ path, sections }) =>
    sections
      .flatMap(({ widgets }) => widgets)
      .flatMap(({ key: widget, figures }) =>
        figures.flatMap((figure) => {
          const value = figure.kind === 'plain' && figure.resource.name === name ? expected(figure) : undefined;
          return value ? [{ path, widget, figure: figure.key, value }] : [];
        }),
      ),
  );
  if (asked.length === 0) return;

  it('is counted by no figure', async () => {
    const { running } = given();
    const { client, free, own, other } = await sees();
    for (const { path, widget, figure, value } of asked)
      for (const [by, ids] of [
        [client, own],
        [free, [...own, ...other]],
      ] as const) {
        const { data } = await by.get<Figures>(path, { widget });
        const told = data.sections.flatMap(({ widgets }) => widgets).find(({ key }) => key === widget);
        const { rows } = await sql<{ value: unknown }>`
          select (${value})::float8 as value from ${sql.table(name)} where id = any(${[...ids]}::bigint[])
        `.execute(running.db);
        expect(told?.figures.find(({ key }) => key === figure)?.total).toBe(rows[0]!.value);
      }
  });
}

function describeRelated({ it }: Suite, resource: Resource, given: () => Subject, sees: Sees): void {
  const { name, entity } = resource;
  const calls = callsOf(resource);
  const relations = entity.fields.filter((field) => field.kind === 'ref' && field.access?.read === undefined);
  if (relations.length === 0) return;

  it('is in no list below a record that it names', async () => {
    const { running } = given();
    const { client, free, own, other } = await sees();
    for (const { name: relation } of relations) {
      const { rows } = await sql<{ id: number; named: number }>`
        select id, ${sql.ref(relation)} as named from ${sql.table(name)}
        where id = any(${[...other]}::bigint[]) and ${sql.ref(relation)} is not null order by id
      `.execute(running.db);
      for (const { id, named } of rows) {
        const filter = { [relation]: String(named) };
        expect((await calls.list(free, { filter })).rows.map((row) => row['id'])).toContain(id);
        const page = await calls.list(client, { filter });
        expect(page.rows.filter((row) => !own.includes(Number(row['id'])))).toEqual([]);
        expect(page.total).toBe(page.rows.length);
      }
    }
  });
}

/** Uploads a picture; answers its name. */
export async function uploadPicture(by: Client): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const { text } = await by.inject({
    method: 'POST',
    url: '/api/basics/file/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
  return (JSON.parse(text) as { data: { name: string } }).data.name;
}

function describeFiles({ it }: Suite, { name, entity }: Resource, given: () => Subject, sees: Sees): void {
  const isOwn = (field: Field): boolean =>
    field.privateBy?.resource === name && field.privateBy.relation === undefined && field.access?.read === undefined;
  const files = entity.fields.filter((field) => isOwn(field) && factsOf(field).several !== true);
  if (files.length === 0) return;

  it('opens none of its private files', async () => {
    const { admin, running } = given();
    const { client, free, own, other } = await sees();
    for (const field of files) {
      const holders = [own[0]!, other[0]!];
      for (const id of holders) {
        const file = await uploadPicture(admin);
        await sql`update ${sql.table(name)} set ${sql.ref(field.name)} = ${file} where id = ${id}`.execute(running.db);
      }
      const opened = async (by: Client): Promise<number[]> =>
        Promise.all(
          holders.map(async (id) => {
            const url = `/api${privateFilePath(name, field).replace('{id}', String(id))}`;
            return (await by.inject({ method: 'GET', url })).http;
          }),
        );
      expect(await opened(client)).toEqual([200, 404]);
      expect(await opened(free)).toEqual([200, 200]);
    }
  });
}

/** Further ways to rows that a resource may have: palette, reports, figures, lists below other records, private files. Each finds the row for whom nothing binds. */
export function describeWays(
  suite: Suite,
  resource: Resource,
  model: Model,
  given: () => Subject,
  sightOf: (subject: Subject, name: string) => Promise<Sight>,
): void {
  const sees: Sees = async () => ({
    ...(await sightOf(given(), resource.name)),
    free: given().admin,
  });
  describePalette(suite, resource, given, sees);
  describeReport(suite, resource, sees);
  describeFigures(suite, resource, model, given, sees);
  describeRelated(suite, resource, given, sees);
  describeFiles(suite, resource, given, sees);
}
