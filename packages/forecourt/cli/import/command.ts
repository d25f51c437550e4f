import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../application/options.ts';
import { importSchema, type ImportSource } from './importSchema.ts';

const HELP = `npm run import-schema -- --database URL --out FOLDER [--schema public,sales] [--tables a,sales.b] [--camel-case] [--group GROUP] [--currency EUR]
npm run import-schema -- --openapi FILE --out FOLDER [--camel-case] [--group GROUP] [--currency EUR]

Writes schemas, resource files, code tables and labels from the tables of a PostgreSQL database or the component schemas of an
OpenAPI 3.0 or 3.1 document (JSON or YAML). --schema names one schema or several, joined by commas or said more than once; references between them are kept. Only reads the database. Lists by name what could not be carried over. Never overwrites.
--camel-case writes column names as the rest of the code base does; without it they stay as they are.
--currency is that of a new application's amounts; its languages and zone are those of the product until its locale.json says otherwise.`;

await runCommand(async () => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ database: text, openapi: text, out: text, tables: text, group: text, currency: text },
      schema: { type: 'string', multiple: true },
      ...{ 'camel-case': { type: 'boolean' }, help: { type: 'boolean' } },
    },
  });
  if (values.help) return (console.log(HELP), 0);
  if (!values.out || Boolean(values.database) === Boolean(values.openapi)) throw new UsageError(HELP);
  const list = (texts: readonly string[]): string[] => [
    ...new Set(texts.flatMap((one) => one.split(',')).map((name) => name.trim())),
  ];
  const from: ImportSource = values.openapi
    ? { openapi: values.openapi }
    : {
        database: values.database!,
        ...(values.schema && { schemas: list(values.schema) }),
        ...(values.tables && { tables: list([values.tables]) }),
      };
  const { entities, files, notes, startable } = await importSchema(from, {
    out: values.out,
    camelCase: values['camel-case'],
    group: values.group,
    currency: values.currency,
  });
  console.log(`wrote ${files.length} files for ${entities} entities to ${values.out}`);
  if (notes.length > 0) console.log(`not carried over as it was:`);
  for (const { what, why } of notes) console.log(`  ${what}: ${why}`);
  console.log(`next: npm run check -- --app ${values.out}`);
  if (startable) console.log(`then: npm start -- --app ${values.out}`);
  else console.log('it starts from a folder within this repository: packages are found from there');
  return 0;
});
