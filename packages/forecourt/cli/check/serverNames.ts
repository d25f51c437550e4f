import type * as vite from 'vite';
import type { ESTree } from 'vite';
import { HOOKS } from '../../src/server/data/checkNames.ts';
import type { Model } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import type { ReportAt } from './findings.ts';
import type { Source } from './registered.ts';

type Literal = ESTree.ObjectExpression;

/** A name that stands as a key in an object literal, and what follows it. */
interface Entry {
  readonly name: string;
  readonly value: ESTree.Node;
  readonly at: number;
}

/** The keys of an object literal that are written out; what is spread into it is found where it is written. */
const entriesOf = (literal: Literal): Entry[] =>
  literal.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    const { key, value } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    return name === undefined ? [] : [{ name, value, at: key.start }];
  });

/** The literal behind `satisfies` and `as`. */
function literalOf(node: ESTree.Node | null | undefined): Literal | undefined {
  if (node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression') return literalOf(node.expression);
  return node?.type === 'ObjectExpression' ? node : undefined;
}

/** Loaded where there is something to parse: that takes as long as checking a small application. */
type Parser = Pick<typeof vite, 'parseSync' | 'Visitor'>;

/** Object literals that are server modules: typed so, handed to a function that takes them, or the `module` of an application. */
function modulesIn(text: string, program: ESTree.Program, { Visitor }: Parser): Literal[] {
  const found = new Set<Literal>();
  const add = (node: ESTree.Node | null | undefined): void => {
    const literal = literalOf(node);
    if (literal) found.add(literal);
  };
  const says = (node: ESTree.Node | null | undefined, word: RegExp): boolean =>
    !!node && word.test(text.slice(node.start, node.end));
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (says('typeAnnotation' in id ? id.typeAnnotation : null, /\bServerModule\b/)) add(init);
    },
    TSSatisfiesExpression({ expression, typeAnnotation }) {
      if (says(typeAnnotation, /\bServerModule\b/)) add(expression);
    },
    CallExpression({ callee, arguments: given }) {
      if (says(callee, /^(defineModule|mergeModules)\b/)) for (const argument of given) add(argument);
      if (says(callee, /^defineApplication\b/))
        for (const argument of given)
          add(
            entriesOf(literalOf(argument) ?? ({ properties: [] } as never)).find(({ name }) => name === 'module')
              ?.value,
          );
    },
  }).visit(program);
  return [...found];
}

/** What a literal registers by a name that nothing has. */
function* unknownNames(literal: Literal, model: Model): Iterable<{ readonly at: number; readonly message: string }> {
  const parts = new Map(entriesOf(literal).map(({ name, value }) => [name, literalOf(value)]));
  const entries = (part: string): Entry[] => {
    const registered = parts.get(part);
    return registered ? entriesOf(registered) : [];
  };
  const known = [...model.entities.keys()];
  for (const part of ['hooks', 'rowScopes'])
    for (const { name, value, at } of entries(part)) {
      if (!model.entities.has(name))
        yield { at, message: `${part}.${name}: there is no entity "${name}"${meant(name, known)}` };
      const hooks = part === 'hooks' ? literalOf(value) : undefined;
      for (const hook of hooks ? entriesOf(hooks) : [])
        if (!Object.hasOwn(HOOKS, hook.name))
          yield {
            at: hook.at,
            message: `hooks.${name}.${hook.name}: there is no such hook${meant(hook.name, Object.keys(HOOKS))}`,
          };
    }
  const columns = [...model.entities.values()].flatMap(({ fields }) => fields.flatMap(({ compute }) => compute ?? []));
  const filters = [...model.resources.values()].flatMap(({ list }) =>
    list.filters.flatMap(({ registered }) => registered ?? []),
  );
  for (const [part, used, nobody] of [
    ['computed', columns, 'no property says x-compute with that name'],
    ['filters', filters, 'no list has a filter registered by that name'],
  ] as const)
    for (const { name, at } of entries(part))
      if (!used.includes(name)) yield { at, message: `${part}.${name}: ${nobody}${meant(name, used)}` };
  for (const { name, value } of entries('measures')) {
    const entity = entriesOf(literalOf(value) ?? ({ properties: [] } as never)).find((one) => one.name === 'entity');
    if (entity?.value.type === 'Literal' && !model.entities.has(String(entity.value.value)))
      yield {
        at: entity.value.start,
        message: `measures.${name}: there is no entity "${String(entity.value.value)}"${meant(String(entity.value.value), known)}`,
      };
  }
}

/**
 * Says which names in server modules nothing of the model has: a rule that would never be asked. They are read from the sources, which are not run; what
 * no literal says is found by the start.
 */
export async function checkServerNames(sources: readonly Source[], model: Model, report: ReportAt): Promise<void> {
  for (const { file, text } of sources) {
    if (!/\b(ServerModule|defineModule|mergeModules|defineApplication)\b/.test(text)) continue;
    const parser = await import('rolldown/utils');
    const { program, errors } = parser.parseSync(file, text);
    // The compiler says what is wrong with it.
    if (errors.length > 0) continue;
    for (const literal of modulesIn(text, program, parser))
      for (const { at, message } of unknownNames(literal, model))
        report('error', file, '', message, text.slice(0, at).split('\n').length);
  }
}
