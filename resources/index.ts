import type { ResourceDeclaration } from 'forecourt/model';

const files = import.meta.glob<ResourceDeclaration<never>>(['./*.ts', '!./index.ts', '!./codes.ts'], {
  eager: true,
  import: 'default',
});

/** Every declaration in this folder. A schema without one gets an inferred one. */
export const resources = Object.values(files);
