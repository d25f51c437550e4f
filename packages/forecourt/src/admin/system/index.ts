import { reading } from '../values/reading.ts';
import { beginning, registerComponents } from '../values/registry.ts';

const logValue = (
  name: 'LogModule' | 'LogAction' | 'LogResult' | 'LogObject' | 'LogInput',
  ...reads: readonly string[]
) => reading(reads, async () => ({ default: (await import('./logValues.tsx'))[name] }));

/** Screens of the resources that every application has: the menu tree, the permissions of a role, the operation log. */
export function registerSystemComponents(): void {
  registerComponents({
    lazy: {
      MenuTree: beginning({ texts: ['admin.permissions'], ownRows: true }, () => import('./MenuTree.tsx')),
      FieldRightsInput: () => import('./FieldRightsInput.tsx'),
      PermissionTreeInput: () => import('./PermissionTreeInput.tsx'),
      CallChanges: () => import('./CallChanges.tsx'),
      LogModuleFilter: () => import('./LogModuleFilter.tsx'),
      DirectoryKeyInput: () => import('./DirectoryKeyInput.tsx'),
      HeardResourceInput: () => import('./HeardResourceInput.tsx'),
      LogModule: logValue('LogModule'),
      LogAction: logValue('LogAction', 'module'),
      LogResult: logValue('LogResult'),
      LogObject: logValue('LogObject', 'module'),
      LogInput: logValue('LogInput', 'module'),
    },
  });
}
