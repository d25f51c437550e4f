import type { DashboardDeclaration } from 'forecourt/model';

const files = import.meta.glob<DashboardDeclaration>(['./*.ts', '!./index.ts'], { eager: true, import: 'default' });

/** Every page of figures declared in this folder. */
export const dashboards = Object.values(files);
