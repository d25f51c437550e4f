import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { EntityLabels } from '../application/newEntity.ts';
import { applicationFolder, runCommand, UsageError } from '../application/options.ts';
import { languagesOf, readApplication, ROOT } from '../application/readApplication.ts';
import { askRequest } from './ask.ts';
import { GRAMMAR } from './grammar.ts';
import { planResource, writeResource, type ResourceRequest } from './newResource.ts';

const HELP = `npm run new -- resource NAME --fields "FIELDS" [--title TITLE] [--group GROUP] [--icon ICON] [--no-resource]
                              [--en LABELS] [--zh LABELS …] [--app FOLDER]

Writes schemas/NAME.json, resources/NAME.ts and the labels in the languages of the application, then the types. Asks for what it needs when it
runs on a terminal without --fields. Never overwrites.

${GRAMMAR}

LABELS are "name=Car park; title=Car parks; cityId=City", by language: --zh for zh-CN. What is not said is English, or made from the name.
--no-resource leaves the resource file out: paths, columns and form are then inferred.`;

/** `name=Car park; title=Car parks; cityId=City`. */
function parseLabels(text: string | undefined): EntityLabels {
  const pairs = (text ?? '').split(';').flatMap((part): [string, string][] => {
    const [key, ...value] = part.split('=');
    if (!part.trim()) return [];
    if (value.length === 0 || !value.join('=').trim())
      throw new UsageError(`"${part.trim()}" is no label: write key=text, and a semicolon between two`);
    return [[key!.trim(), value.join('=').trim()]];
  });
  const { name, title, ...fields } = Object.fromEntries(pairs);
  return { name, title, fields };
}

await runCommand(async () => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    ...{ app: text, fields: text, group: text, icon: text, title: text, en: text },
    ...{ 'no-resource': flag, help: flag },
  };
  // Which languages can be said depends on the application.
  const { app } = parseArgs({ allowPositionals: true, strict: false, options: { app: text } }).values;
  const folder = applicationFolder(typeof app === 'string' ? app : undefined);
  const source = await readApplication(folder);
  const tongues = new Map(languagesOf(source).map((language) => [language, new Intl.Locale(language).language]));
  const spoken = Object.fromEntries([...tongues.values()].map((tongue) => [tongue, text]));
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...spoken, ...options } });
  const labelsIn = (tongue: string): EntityLabels =>
    parseLabels((values as Record<string, string | undefined>)[tongue]);
  if (values.help) return (console.log(HELP), 0);
  const [what, name, ...rest] = positionals;
  if (what !== 'resource' || rest.length > 0) throw new UsageError(HELP);
  const english = labelsIn('en');
  const given = {
    name,
    fields: values.fields,
    group: values.group ?? (folder === applicationFolder(ROOT) ? 'basics' : 'resources'),
    icon: values.icon ?? 'TableRows',
    declared: !values['no-resource'],
    labels: {
      ...Object.fromEntries([...tongues].map(([language, tongue]) => [language, labelsIn(tongue)])),
      'en-US': { ...english, title: values.title ?? english.title },
    },
  };
  const request = await complete(given);
  const written = await writeResource(source, planResource(source, request));
  console.log(`wrote\n${written.map((file) => `  ${file}`).join('\n')}`);
  console.log(`next: npm run check, then restart; the table is made at the start${request.declared ? `; columns, filters and form are in resources/${request.name}.ts` : ''}`); // prettier-ignore
  return 0;

  async function complete(known: Parameters<typeof askRequest>[1]): Promise<ResourceRequest> {
    if (known.name && known.fields) return known as ResourceRequest;
    if (!process.stdin.isTTY || !process.stdout.isTTY)
      throw new UsageError(`${known.name ? 'say which fields it has: --fields "…"' : 'say its name'}\n\n${HELP}`);
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const ask = async (question: string, proposal?: string): Promise<string> =>
      (await terminal.question(`${question}${proposal ? ` [${proposal}]` : ''}: `)).trim() || proposal || '';
    try {
      return await askRequest(source, known, ask, console.log);
    } finally {
      terminal.close();
    }
  }
});
