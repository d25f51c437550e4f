import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from 'forecourt/model';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A fault, as somebody would make it by mistake: one file reads otherwise. */
export interface Mutant {
  /** The same with every run. */
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  /** What changes in the file: a place of its text, or something in what a JSON file says. */
  readonly change: Edit | ((json: Json) => void);
  /** What a test that notices it has in its name, or in what it says when it fails: several such faults are planted at once. */
  readonly names?: readonly string[];
}

type Json = Record<string, unknown>;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A file with all of its faults in it. */
export function planted(source: string, faults: readonly Mutant[]): string {
  const edits = faults.flatMap(({ change }) => (typeof change === 'function' ? [] : [change]));
  if (edits.length > 0)
    return edits
      .sort((one, other) => other.from - one.from)
      .reduce((text, { from, to, text: other }) => text.slice(0, from) + other + text.slice(to), source);
  const json = JSON.parse(source) as Json;
  for (const { change } of faults) if (typeof change === 'function') change(json);
  return JSON.stringify(json);
}

const resourceOf = (file: string): string => path.basename(file).replace(/\..*/, '');

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesIn = (folder: string, fits: RegExp): readonly string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => fits.test(name) && !/\.(test|generated)\./.test(name))
    .map((name) => `${folder}/${name}`);

const SCHEMAS = filesIn('schemas', /\.json$/);
const RESOURCES = filesIn('resources', /\.ts$/).filter((file) => !/(index|codes)\.ts$/.test(file));
const CALLS = filesIn('src/rental/calls', /\.ts$/);
const RULES = filesIn('src/rental/rules', /\.ts$/);
const TEXTS = filesIn('i18n', /\.json$/);

const json = (file: string): Json => JSON.parse(read(file)) as Json;

const at = (json: Json, way: readonly string[]): Json => way.reduce((here, step) => here[step] as Json, json);

function required(): Mutant[] {
  return SCHEMAS.flatMap((file) => {
    const names = (json(file)['required'] as readonly string[] | undefined) ?? [];
    return names.map((name) => ({
      id: `required ${file} ${name} is no longer`,
      kind: 'required',
      file,
      change: (schema: Json) =>
        void (schema['required'] = (schema['required'] as string[]).filter((one) => one !== name)),
      names: [resourceOf(file), name],
    }));
  });
}

const LIMITS: Readonly<Record<string, (limit: number) => number>> = {
  maximum: (limit) => limit + 1,
  minimum: (limit) => limit - 1,
  maxLength: (limit) => limit * 2,
  minLength: (limit) => limit - 1,
  maxItems: (limit) => limit + 1,
};

function limits(): Mutant[] {
  return SCHEMAS.flatMap((file) => {
    const properties = (json(file)['properties'] as Readonly<Record<string, Json>> | undefined) ?? {};
    return Object.entries(properties).flatMap(([name, schema]) =>
      Object.entries(LIMITS).flatMap(([keyword, moved]) => {
        const limit = schema[keyword];
        if (typeof limit !== 'number') return [];
        return [
          {
            id: `limit ${file} ${name} ${keyword} ${limit} is ${moved(limit)}`,
            kind: 'limit',
            file,
            change: (all: Json) => void (at(all, ['properties', name])[keyword] = moved(limit)),
            names: [resourceOf(file), name],
          },
        ];
      }),
    );
  });
}

/** Entries of the first list of a resource file under a name: `columns: ['a', 'b']`. */
function entries(kind: 'column' | 'filter', name: 'columns' | 'filters'): Mutant[] {
  return RESOURCES.flatMap((file) => {
    const source = read(file);
    const list = new RegExp(`\\b${name}: \\[([^\\]]*)\\]`).exec(source);
    if (!list) return [];
    const from = list.index + list[0].indexOf('[');
    return [...list[1]!.matchAll(/(?<![:{\w] ?)'(\w+)',?\s*/g)].map((entry) => {
      const start = from + 1 + entry.index;
      return {
        id: `${kind} ${file} ${entry[1]} is gone`,
        kind,
        file,
        change: { from: start, to: start + entry[0].length, text: '' },
        names: [resourceOf(file), entry[1]!],
      };
    });
  });
}

/** Texts below a way, by the way to each. */
function leaves(json: Json, way: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(json).flatMap(([key, value]) =>
    typeof value === 'string' ? [[...way, key]] : leaves(value as Json, [...way, key]),
  );
}

/** A text says what the one before it says. */
function texts(
  kind: 'label' | 'message',
  below: readonly string[],
  fits: (way: readonly string[]) => boolean,
): Mutant[] {
  return TEXTS.flatMap((file) => {
    const all = json(file);
    const ways = below.flatMap((group) => leaves(all[group] as Json, [group])).filter(fits);
    return ways.flatMap((way, index) => {
      const other = ways[index - 1];
      if (!other || other.slice(0, -1).join('.') !== way.slice(0, -1).join('.')) return [];
      const said = at(all, other.slice(0, -1))[other.at(-1)!];
      const change = (copy: Json): void => void (at(copy, way.slice(0, -1))[way.at(-1)!] = said);
      // What says the same as another is named with it, and with the language.
      const names = [...(kind === 'label' ? [way[1]!] : []), way.at(-1)!, resourceOf(file).slice(0, 2)];
      const id = `${kind} ${file} ${way.join('.')} is that of ${other.at(-1)}`;
      return [{ id, kind, file, change, names }];
    });
  });
}

/** Every place of a pattern in some files, with what stands there replaced. */
function places(
  kind: string,
  files: readonly string[],
  pattern: RegExp,
  replace: (found: RegExpMatchArray) => string | undefined,
  nameOf?: (source: string, found: RegExpMatchArray) => string | undefined,
): Mutant[] {
  return files.flatMap((file) => {
    const source = read(file);
    return [...source.matchAll(pattern)].flatMap((found) => {
      const other = replace(found);
      if (other === undefined) return [];
      const line = source.slice(0, found.index).split('\n').length;
      const change = { from: found.index, to: found.index + found[0].length, text: other };
      const name = nameOf?.(source, found);
      const id = `${kind} ${file}:${line} ${name ? `${name} ` : ''}${found[0].trim()} is ${other.trim()}`;
      return [{ id, kind, file, change, ...(name && { names: [name] }) }];
    });
  });
}

const OTHER_SIGN: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** The call in whose declaration something stands. */
const callAround = (source: string, { index = 0 }: RegExpMatchArray): string | undefined =>
  [...source.slice(0, index).matchAll(/path: '([^']+)'/g)].at(-1)?.[1];

/** The key is another of the same screen. */
const permissions = (): Mutant[] =>
  places(
    'permission',
    CALLS,
    /permission: '([\w-]+)-(\w+)'/g,
    ([, base, verb]) => `permission: '${base}-${verb === 'edit' ? 'list' : 'edit'}'`,
    callAround,
  );

const successes = (): Mutant[] =>
  places(
    'message',
    CALLS,
    /success: 'msg\.success\.(\w+)'/g,
    ([, word]) => `success: 'msg.success.${word === 'update' ? 'save' : 'update'}'`,
    callAround,
  );

/** A step leads elsewhere. */
const states = (): Mutant[] => [
  ...places(
    'state',
    ['src/rental/rules/orderSteps.ts'],
    /\[(null|-?\d), (-?\d)\]/g,
    ([, from, to]) => `[${from}, ${to === '1' ? '3' : '1'}]`,
  ),
  ...places(
    'state',
    RULES.filter((file) => /States?\.ts$/.test(file)),
    /from: (-?\w+(?:\.\w+)?), to: (-?\w+(?:\.\w+)?)/g,
    ([, from, to]) => (from === to ? undefined : `from: ${to}, to: ${from}`),
  ),
];

const rules = (): Mutant[] =>
  places(
    'rule',
    RULES.filter((file) => !/index\.ts$|messages/.test(file)),
    / (<=?|>=?) (?=[\w(])/g,
    ([, sign]) => ` ${OTHER_SIGN[sign!]} `,
  );

/** How many of each kind are planted; a number in the environment sets another total. */
const SHARES: readonly (readonly [make: () => Mutant[], share: number])[] = [
  [required, 30],
  [limits, 30],
  [() => entries('column', 'columns'), 30],
  [() => entries('filter', 'filters'), 25],
  [() => texts('label', ['resources', 'codes'], (way) => way[0] === 'codes' || way[2] === 'fields'), 30],
  [() => texts('message', ['msg'], () => true), 12],
  [successes, 12],
  [permissions, 25],
  [states, 16],
  [rules, 20],
];

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed);
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

/** Those of a seed: so many of every kind, chosen among all that could be planted. */
export const mutantsOf = (seed: number, times: number): readonly Mutant[] =>
  SHARES.flatMap(([make, share], index) => shuffled(make(), seed + index).slice(0, Math.ceil(share * times)));
