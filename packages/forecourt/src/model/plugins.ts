import type { ApplicationConfig, Plugin, PluggedConfig, PluginTexts } from './config.ts';

/** A plug-in that cannot be used, in a sentence that names it. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
}

/** Words of a configuration, and what one name below each is called. */
const WORDS: Readonly<Record<keyof PluggedConfig, string>> = {
  title: 'title',
  menu: 'menu group',
  schemas: 'schema',
  resources: 'resource',
  codes: 'code table',
  dashboards: 'page of figures',
  texts: 'text',
  server: 'server module',
  components: 'component',
  settings: 'setting',
  checks: 'check',
};

/** By what claims it (`schema "invoice"`), what stands there. */
type Claims = ReadonlyMap<string, unknown>;

function textClaims(catalogue: PluginTexts, path: string): [string, unknown][] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}.${key}`, text] as [string, unknown]] : textClaims(text, `${path}.${key}`),
  );
}

/** Every name that a configuration claims. Functions are themselves; data is told by what it says. */
function claimsOf(config: PluggedConfig): Claims {
  const { title, menu = [], resources = [], dashboards = [], texts = {}, ...byName } = config;
  const entries: [keyof PluggedConfig, string, unknown][] = [
    ...(title === undefined ? [] : [['title', title, title] as [keyof PluggedConfig, string, unknown]]),
    ...menu.map((group): [keyof PluggedConfig, string, unknown] => ['menu', group.key, group]),
    ...resources.map((one): [keyof PluggedConfig, string, unknown] => ['resources', one.schema, one]),
    ...dashboards.map((one): [keyof PluggedConfig, string, unknown] => ['dashboards', one.name, one]),
    ...Object.entries(texts)
      .flatMap(([language, catalogue]) => textClaims(catalogue, language))
      .map(([key, text]): [keyof PluggedConfig, string, unknown] => ['texts', key, text]),
    ...Object.entries(byName).flatMap(([word, named]) =>
      Object.entries(named).map(([name, value]): [keyof PluggedConfig, string, unknown] => [
        word as keyof PluggedConfig,
        name,
        value,
      ]),
    ),
  ];
  return new Map(
    entries.map(([word, name, value]) => [
      word === 'title' ? 'the title' : `${WORDS[word]} "${name}"`,
      typeof value === 'function' ? value : JSON.stringify(value),
    ]),
  );
}

/** What a plug-in makes of a configuration; PluginError where that is none. */
function madeBy(plugin: Plugin, name: string, config: PluggedConfig): PluggedConfig {
  let made: unknown;
  try {
    made = plugin(config);
  } catch (error) {
    throw new PluginError(`plug-in "${name}" failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof made !== 'object' || made === null || made instanceof Promise)
    throw new PluginError(
      `plug-in "${name}" returns no configuration: it returns the one that it was given, with its own beside`,
    );
  const unknown = Object.keys(made).find((word) => !Object.hasOwn(WORDS, word));
  if (unknown !== undefined)
    throw new PluginError(
      `plug-in "${name}" adds "${unknown}", and a configuration has ${Object.keys(WORDS).join(', ')}`,
    );
  return made;
}

/**
 * The configuration with everything that its plug-ins add, in their order. Throws PluginError, which names the plug-in: one that fails or returns
 * no configuration, two that claim one name, one that takes away what is another's.
 */
export function applyPlugins({ plugins = [], ...own }: ApplicationConfig): PluggedConfig {
  const owners = new Map<string, string>();
  const names = new Set<string>();
  let config: PluggedConfig = own;
  for (const plugin of plugins) {
    const name = typeof plugin === 'function' ? plugin.name : '';
    if (name === '')
      throw new PluginError('a plug-in of forecourt.config.ts has no name: it is made by definePlugin("name", …)');
    if (names.has(name)) throw new PluginError(`plug-in "${name}" stands twice in forecourt.config.ts`);
    names.add(name);
    const before = claimsOf(config);
    config = madeBy(plugin, name, config);
    const after = claimsOf(config);
    for (const [claim, value] of before)
      if (after.get(claim) !== value)
        throw new PluginError(
          owners.has(claim)
            ? `plug-ins "${owners.get(claim)}" and "${name}" both claim ${claim}: leave one of them out`
            : `plug-in "${name}" claims ${claim}, which forecourt.config.ts has itself`,
        );
    for (const claim of after.keys()) if (!before.has(claim)) owners.set(claim, name);
  }
  return config;
}
