import type { ServerModule } from '../contract.ts';
import { SettingsError } from '../settings.ts';

const NAMED = [
  'hooks',
  'computed',
  'filters',
  'rowScopes',
  'measures',
  'deliverers',
  'notifications',
  'gauges',
  'sums',
  'work',
] as const satisfies readonly (keyof ServerModule)[];

/** What a module registers, as messages say it: `command "POST /stock/count"`. */
const registeredBy = (module: ServerModule): readonly string[] => [
  ...(module.commands ?? []).map(({ method, path }) => `command "${method} ${path}"`),
  ...(module.migrations ?? []).map(({ name }) => `migration "${name}"`),
  ...NAMED.flatMap((kind) => Object.keys(module[kind] ?? {}).map((name) => `${kind} "${name}"`)),
];

/**
 * The module of an application with those of its plug-ins, by the names of these. Throws where two of them register one name. First records and
 * demonstrations are the application's alone.
 */
export function plugModules(plugged: Readonly<Record<string, ServerModule>>, own: ServerModule): ServerModule {
  const owners = new Map<string, string>();
  for (const [name, module] of [...Object.entries(plugged), ['', own] as const])
    for (const registered of registeredBy(module)) {
      const owner = owners.get(registered);
      if (owner !== undefined)
        throw new SettingsError([
          name === ''
            ? `server module "${owner}" of a plug-in registers ${registered}, which the application has itself`
            : `server modules "${owner}" and "${name}" of plug-ins both register ${registered}: leave one of them out`,
        ]);
      owners.set(registered, name);
    }
  return { ...own, ...mergeModules(...Object.values(plugged), own) };
}

/**
 * One module of several; a name that two of them register is a fault, found at the start. What was typed by the tables of an application is from
 * here on held by the model alone.
 */
export function mergeModules<T>(...modules: readonly ServerModule<T>[]): ServerModule {
  const named = (kind: (typeof NAMED)[number]): Record<string, never> => {
    const entries = modules.flatMap((module) => Object.entries(module[kind] ?? {}));
    const twice = entries.find(([name], index) => entries.findIndex(([other]) => other === name) !== index);
    if (twice) throw new Error(`${kind} "${twice[0]}" is registered twice`);
    return Object.fromEntries(entries) as Record<string, never>;
  };
  return {
    commands: modules.flatMap((module) => module.commands ?? []),
    migrations: modules.flatMap((module) => module.migrations ?? []),
    hooks: named('hooks'),
    computed: named('computed'),
    filters: named('filters'),
    rowScopes: named('rowScopes'),
    measures: named('measures'),
    deliverers: named('deliverers'),
    notifications: named('notifications'),
    gauges: named('gauges'),
    sums: named('sums'),
    work: named('work'),
  };
}
