import type { DashboardDeclaration } from 'forecourt/model';

const files = import.meta.glob<DashboardDeclaration>(['./*.ts', '!./index.ts'], { eager: true, import: 'default' });

export const dashboards = Object.values(files);
