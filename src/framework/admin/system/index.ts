import { registerComponents } from '../values/registry.ts';

/** Screens of the resources that every application has: the menu tree and the permissions of a role. */
export function registerSystemComponents(): void {
  registerComponents({
    lazy: {
      MenuTree: () => import('./MenuTree.tsx'),
      PermissionTreeInput: () => import('./PermissionTreeInput.tsx'),
    },
  });
}
