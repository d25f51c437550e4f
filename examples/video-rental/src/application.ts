import enUS from '../i18n/en-US.json';
import thTH from '../i18n/th-TH.json';
import zhCN from '../i18n/zh-CN.json';
import locale from '../locale.json';
import { dashboards } from '../dashboards/index.ts';
import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import demo from '../demo.json';
import type { EntitySchema } from 'forecourt/model';
import { defineApplication } from 'forecourt/server';

/** The shop as the framework's server takes it. */
export const application = defineApplication({
  schemas: import.meta.glob<EntitySchema>('../schemas/**/*.json', { eager: true, import: 'default' }),
  resources,
  codes,
  dashboards,
  scopeEntity: 'store',
  locale,
  texts: { 'zh-CN': zhCN, 'en-US': enUS, 'th-TH': thTH },
  demo,
});
