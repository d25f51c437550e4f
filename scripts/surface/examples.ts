import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { entryFiles, OPTIONS, type ExportedName } from './surface.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What an application consists of. */
const APPLICATIONS = ['src', 'resources', 'dashboards', 'examples'];
const SCRIPT = /(?<!\.test|\.d)\.tsx?$/;
const NO_SOURCE = /(^|[\\/])(node_modules|\.cache|dist|data)[\\/]/;
const NAMED = /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'forecourt\/(\w+)'/g;

/** The names that most files of the product and the examples import, as `entry/name`, the most used first. */
export function mostUsed(count: number): readonly string[] {
  const files = new Map<string, number>();
  const found = APPLICATIONS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  for (const file of found.filter((one) => SCRIPT.test(one) && !NO_SOURCE.test(one)))
    for (const [, names, entry] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(NAMED))
      for (const one of names!.split(',')) {
        const name = one
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]!;
        if (name) files.set(`${entry}/${name}`, (files.get(`${entry}/${name}`) ?? 0) + 1);
      }
  return [...files]
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .slice(0, count)
    .map(([name]) => name);
}

type Surface = Readonly<Record<string, readonly ExportedName[]>>;

/** An example as a module: it imports what it names, from the entry that it belongs to where that has it. */
function asModule(entry: string, code: string, surface: Surface): string {
  const words = new Set(code.match(/[A-Za-z_]\w*/g));
  const own = (name: string): boolean => new RegExp(`\\b(?:const|function|type|interface|class) ${name}\\b`).test(code);
  const imported = new Set<string>();
  const lines = [entry, ...Object.keys(surface)].flatMap((from) => {
    const names = surface[from]!.map(({ name }) => name).filter(
      (name) => words.has(name) && !imported.has(name) && !own(name) && (from === entry || !PLAIN.has(name)),
    );
    names.forEach((name) => imported.add(name));
    return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '${entryFiles()[from]}';`];
  });
  const sql = words.has('sql') ? [`import { sql } from 'kysely';`] : [];
  return [...lines, ...sql, code, 'export {};'].join('\n');
}

/** Exported names that are words of every language too. */
const PLAIN = new Set(['list', 'object', 'record', 'file', 'typed', 'Row']);

/** What the compiler says of the examples, `entry/name: message` each. */
export function exampleMistakes(surface: Surface): readonly string[] {
  const files = new Map<string, { readonly of: string; readonly text: string }>();
  for (const [entry, names] of Object.entries(surface))
    for (const { name, examples } of names)
      for (const [at, code] of examples.entries())
        files.set(path.join(ROOT, 'packages/forecourt', `example-${entry}-${name}-${at}.tsx`), {
          of: `${entry}/${name}`,
          text: asModule(entry, code, surface),
        });
  const host = ts.createCompilerHost(OPTIONS);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file)?.text ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) =>
    files.has(file)
      ? ts.createSourceFile(file, files.get(file)!.text, version, true)
      : getSourceFile(file, version, ...rest);
  const program = ts.createProgram(
    [...files.keys(), path.join(ROOT, 'packages/forecourt/src/shell/virtual.d.ts')],
    OPTIONS,
    host,
  );
  return [...files].flatMap(([file, { of }]) => {
    const source = program.getSourceFile(file)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${of}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
