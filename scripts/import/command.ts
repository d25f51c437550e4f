import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../application/options.ts';
import { readApplication } from '../application/readApplication.ts';
import { requireFreeName } from '../new/names.ts';
import { namingOf, type Imported } from './imported.ts';
import { importDocument } from './openapi/importDocument.ts';
import { readDocument } from './openapi/readDocument.ts';
import { readDatabase } from './postgres/catalog.ts';
import { importTables } from './postgres/importTables.ts';
import { writeImported, type Written } from './writeImported.ts';

const HELP = `npm run import-schema -- --database URL --out FOLDER [--schema public] [--tables a,b] [--camel-case] [--group GROUP]
npm run import-schema -- --openapi FILE --out FOLDER [--camel-case] [--group GROUP]

Writes schemas, resource files, code tables and labels from the tables of a PostgreSQL database or the component schemas of an
OpenAPI 3.0 or 3.1 document (JSON or YAML). Only reads the database. Lists by name what could not be carried over. Never overwrites.
--camel-case writes column names as the rest of the code base does; without it they stay as they are.`;

await runCommand(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ database: text, openapi: text, out: text, schema: text, tables: text, group: text },
      ...{ 'camel-case': { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help) return (console.log(HELP), 0);
  if (!values.out || Boolean(values.database) === Boolean(values.openapi)) throw new UsageError(HELP);
  const folder = path.resolve(values.out);
  const source = await readApplication(folder);
  const options = {
    naming: namingOf(values['camel-case'] ?? false),
    requireName: (name: string) => requireFreeName(source, name),
  };
  const imported = values.openapi
    ? importDocument(await readDocument(values.openapi), options)
    : await importDatabase(values.database!);
  const written = await writeImported(folder, imported, values.group ?? 'resources');
  report(imported.entities.length, written);
  return 0;

  async function importDatabase(url: string): Promise<Imported> {
    const schema = values.schema ?? 'public';
    const only = values.tables?.split(',').map((name) => name.trim());
    const { tables, others } = await readDatabase(url, schema, only).catch((error: unknown): never => {
      throw new UsageError(`the database cannot be read: ${(error as Error).message}`);
    });
    const missing = (only ?? []).filter(
      (name) => !others.includes(name) && !tables.some((table) => table.name === name),
    );
    if (missing.length > 0) throw new UsageError(`there is no table ${missing.join(', ')} in the schema ${schema}`);
    if (tables.length === 0) throw new UsageError(`there are no tables in the schema ${schema}`);
    const imported = importTables(tables, { ...options, schema });
    const notes = others.map((what) => ({ what, why: 'is no table: left out' }));
    return { ...imported, notes: [...imported.notes, ...notes] };
  }

  function report(entities: number, { files, notes }: Written): void {
    console.log(`wrote ${files.length} files for ${entities} entities to ${values.out}`);
    if (notes.length > 0) console.log(`not carried over as it was:`);
    for (const { what, why } of notes) console.log(`  ${what}: ${why}`);
    console.log(`next: npm run check -- --app ${values.out}`);
  }
});
