import { dashboards } from '../dashboards/index.ts';
import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import enUS from '../i18n/en-US.json';
import thTH from '../i18n/th-TH.json';
import zhCN from '../i18n/zh-CN.json';
import locale from '../locale.json';
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';
import { pageDeclarations, publicPaths } from './rental/pageDeclarations.ts';
import { rentalServer } from './rental/server/index.ts';

/** This product as the framework's server takes it: what production serves and what tests and benches ask. */
export const application = defineApplication({
  schemas: import.meta.glob<EntitySchema>('../schemas/**/*.json', { eager: true, import: 'default' }),
  resources,
  codes,
  pages: Object.values(pageDeclarations),
  dashboards,
  publicPages: Object.values(publicPaths),
  scopeEntity: 'store',
  locale,
  texts: { 'zh-CN': zhCN, 'en-US': enUS, 'th-TH': thTH },
  module: rentalServer,
});
