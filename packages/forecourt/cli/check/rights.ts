import { offeredKeys, permissionKey, type Model, type Resource } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import { WORDS } from '../../src/model/permissionKey.ts';
import type { Texts } from './labels.ts';

/** Where the text of a right stands that belongs to a page and to no resource, and of what such rights have in common. */
const ROUTE_TEXTS = 'permissions.routes';
const BASE_TEXTS = 'permissions.bases';

/** Rights that need no name: no role is given them. */
const WHOLE: ReadonlySet<string> = new Set(['session', 'public', 'index']);

/** The rights that resources offer, and the names of others. */
export function knownRights(model: Model, texts: Texts): ReadonlySet<string> {
  const named = [...texts.keys()].filter((key) => key.startsWith(`${ROUTE_TEXTS}.`));
  return new Set([
    ...WHOLE,
    ...named.map((key) => key.slice(ROUTE_TEXTS.length + 1)),
    ...[...model.resources.values()].flatMap((resource) => [
      resource.permission.route,
      ...offeredKeys(resource).map(({ key }) => key),
      ...WORDS.map((word) => permissionKey(resource.permission, word)),
    ]),
  ]);
}

/** What is wrong with a right that a page, a section or a widget asks for; undefined when a resource offers it or a text names it. */
export function unnamedRight(key: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(key)) return undefined;
  return `no resource offers the right "${key}"${meant(key, known)} A new right needs a name in the texts: "${ROUTE_TEXTS}.${key}"`;
}

/** The same for a further right of a page (`actions`), which may be named by its two halves: `dayclose-export`. */
export function unnamedAction(key: string, known: ReadonlySet<string>, texts: Texts): string | undefined {
  const [base, word] = [key.slice(0, key.lastIndexOf('-')), key.slice(key.lastIndexOf('-') + 1)];
  if (texts.has(`${BASE_TEXTS}.${base}`) && texts.has(`codes.action.${word}`)) return undefined;
  return unnamedRight(key, known);
}

/** What a right of this resource may be called: one of the nine words, an action, a step between states, or a property. */
const wordsOf = ({ entity, actions }: Resource): readonly string[] => [
  ...WORDS,
  ...actions.map(({ name }) => name),
  ...(entity.schema['x-states']?.transitions ?? []).map(({ action }) => action),
  ...entity.byName.keys(),
];

interface UnnamedAccess {
  readonly entity: string;
  readonly pointer: string;
  readonly message: string;
}

/**
 * Rights of single properties (`x-access`) that nothing else names. Such a word makes a new right, so a misspelt one would be a right that no
 * role has.
 */
export function unnamedAccess(model: Model, texts: Texts): UnnamedAccess[] {
  const words = new Map<string, Set<string>>();
  for (const resource of model.resources.values()) {
    const { base } = resource.permission;
    words.set(base, new Set([...(words.get(base) ?? []), ...wordsOf(resource)]));
  }
  return [...model.resources.values()].flatMap(({ name, permission, entity }) =>
    entity.fields.flatMap(({ name: field, access }) =>
      (['read', 'write'] as const).flatMap((side) => {
        const prefix = `${permission.base}-`;
        const key = access?.[side] === undefined ? '' : permissionKey(permission.base, access[side]);
        const word = key.slice(prefix.length);
        const known = words.get(permission.base)!;
        const texted = [`codes.action.${word}`, `resources.${name}.actions.${word}`, `${ROUTE_TEXTS}.${key}`];
        if (!key.startsWith(prefix) || known.has(word) || texted.some((one) => texts.has(one))) return [];
        return [
          {
            entity: name,
            pointer: `/properties/${field}/x-access/${side}`,
            message: `nothing names the right "${key}"${meant(word, known)} A right is called like an action or a property of ${name}, or has a text "resources.${name}.actions.${word}"`,
          },
        ];
      }),
    ),
  );
}
