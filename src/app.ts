import { codes } from '../resources/codes.ts';
import type { Application } from 'forecourt/shell';
import { icons, menuGroups } from './menu.ts';
import { pages, publicPages, registerPages } from './rental/pages/index.ts';

registerPages();

/** This product as the framework's browser part takes it. */
export const application: Application = {
  codes,
  scopeEntity: 'store',
  icons,
  groups: menuGroups,
  pages,
  publicPages,
};
