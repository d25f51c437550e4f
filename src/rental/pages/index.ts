import type { ComponentType } from 'react';
import { registerComponents } from '../../framework/admin/index.ts';

/** Makes the screens of the rental desk known by the names that the resource files use; each loads when it is first shown. */
export function registerPages(): void {
  registerComponents({ lazy: {} });
}

/** Pages that need no session, outside the shell. */
export const publicPages: readonly { readonly path: string; readonly component: ComponentType }[] = [];
