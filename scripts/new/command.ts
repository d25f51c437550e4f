import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { EntityLabels } from '../application/newEntity.ts';
import { applicationFolder, runCommand, UsageError } from '../application/options.ts';
import { readApplication, ROOT } from '../application/readApplication.ts';
import { askRequest } from './ask.ts';
import { GRAMMAR } from './grammar.ts';
import { planResource, writeResource, type ResourceRequest } from './newResource.ts';

const HELP = `npm run new -- resource NAME --fields "FIELDS" [--title TITLE] [--group GROUP] [--icon ICON] [--no-resource]
                              [--en LABELS] [--zh LABELS] [--th LABELS] [--app FOLDER]

Writes schemas/NAME.json, resources/NAME.ts and the labels in three languages, then the types. Asks for what it needs when it
runs on a terminal without --fields. Never overwrites.

${GRAMMAR}

LABELS are "name=Car park; title=Car parks; cityId=City". What is not said is English, or made from the name.
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
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ app: text, fields: text, group: text, icon: text, title: text, en: text, zh: text, th: text },
      ...{ 'no-resource': flag, help: flag },
    },
  });
  if (values.help) return (console.log(HELP), 0);
  const [what, name, ...rest] = positionals;
  if (what !== 'resource' || rest.length > 0) throw new UsageError(HELP);
  const folder = applicationFolder(values.app);
  const source = await readApplication(folder);
  const english = parseLabels(values.en);
  const given = {
    name,
    fields: values.fields,
    group: values.group ?? (folder === applicationFolder(ROOT) ? 'basics' : 'resources'),
    icon: values.icon ?? 'TableRows',
    declared: !values['no-resource'],
    labels: {
      'en-US': { ...english, title: values.title ?? english.title },
      'zh-CN': parseLabels(values.zh),
      'th-TH': parseLabels(values.th),
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
