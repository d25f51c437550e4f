import type { ServerModule } from '../contract.ts';

type Named =
  | 'hooks'
  | 'computed'
  | 'filters'
  | 'rowScopes'
  | 'measures'
  | 'deliverers'
  | 'notifications'
  | 'gauges'
  | 'sums'
  | 'work';

/**
 * One module of several; a name that two of them register is a fault, found at the start. What was typed by the tables of an application is from
 * here on held by the model alone.
 */
export function mergeModules<T>(...modules: readonly ServerModule<T>[]): ServerModule {
  const named = (kind: Named): Record<string, never> => {
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
