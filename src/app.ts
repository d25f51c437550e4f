import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import type { EntitySchema } from './framework/model/index.ts';
import type { Application } from './framework/shell/index.ts';
import { icons, menuGroups } from './menu.ts';
import { publicPages, registerPages } from './rental/pages/index.ts';

registerPages();

/** This product as the framework's browser part takes it. */
export const application: Application = {
  schemas: import.meta.glob<EntitySchema>('../schemas/*.json', { import: 'default' }),
  resources,
  codes,
  scopeEntity: 'store',
  icons,
  groups: menuGroups,
  publicPages,
};
