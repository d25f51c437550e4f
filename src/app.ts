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
  // Whoever begins is there already, so that the first colleague is the second user.
  setUp: [
    { resource: 'store' },
    { resource: 'subModel' },
    { resource: 'vehicle' },
    { resource: 'price' },
    { resource: 'user', least: 2 },
  ],
  pages,
  publicPages,
};
