import { registerComponents } from '../values/registry.ts';

const logValues = () => import('./logValues.tsx');

/** Screens of the resources that every application has: the menu tree, the permissions of a role, the operation log. */
export function registerSystemComponents(): void {
  registerComponents({
    lazy: {
      MenuTree: () => import('./MenuTree.tsx'),
      PermissionTreeInput: () => import('./PermissionTreeInput.tsx'),
      CallChanges: () => import('./CallChanges.tsx'),
      LogModuleFilter: () => import('./LogModuleFilter.tsx'),
      LogModule: async () => ({ default: (await logValues()).LogModule }),
      LogAction: async () => ({ default: (await logValues()).LogAction }),
      LogResult: async () => ({ default: (await logValues()).LogResult }),
      LogObject: async () => ({ default: (await logValues()).LogObject }),
      LogInput: async () => ({ default: (await logValues()).LogInput }),
    },
  });
}
