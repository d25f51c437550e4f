import { reading } from '../values/reading.ts';
import { beginning, registerComponents } from '../values/registry.ts';

const logValues = () => import('./logValues.tsx');

/** Screens of the resources that every application has: the menu tree, the permissions of a role, the operation log. */
export function registerSystemComponents(): void {
  registerComponents({
    lazy: {
      MenuTree: beginning({ texts: ['admin.permissions'], ownRows: true }, () => import('./MenuTree.tsx')),
      PermissionTreeInput: () => import('./PermissionTreeInput.tsx'),
      CallChanges: () => import('./CallChanges.tsx'),
      LogModuleFilter: () => import('./LogModuleFilter.tsx'),
      HeardResourceInput: () => import('./HeardResourceInput.tsx'),
      LogModule: reading([], async () => ({ default: (await logValues()).LogModule })),
      LogAction: reading(['module'], async () => ({ default: (await logValues()).LogAction })),
      LogResult: reading([], async () => ({ default: (await logValues()).LogResult })),
      LogObject: reading(['module'], async () => ({ default: (await logValues()).LogObject })),
      LogInput: reading(['module'], async () => ({ default: (await logValues()).LogInput })),
    },
  });
}
