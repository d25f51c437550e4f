import { codes } from '../resources/codes.ts';
import { resources } from '../resources/index.ts';
import enUS from '../i18n/en-US.json';
import thTH from '../i18n/th-TH.json';
import zhCN from '../i18n/zh-CN.json';
import { compileModel, type EntitySchema } from './framework/model/index.ts';
import { rentalServer } from './rental/server/index.ts';

const SCHEMA_FILE = /([^/]+)\.json$/;

const files = import.meta.glob<EntitySchema>('../schemas/*.json', { eager: true, import: 'default' });
const schemas = Object.fromEntries(
  Object.entries(files).map(([file, schema]) => [SCHEMA_FILE.exec(file)![1]!, schema]),
);

/** This product as the framework's server takes it: what production serves and what tests and benches ask. */
export const application = {
  model: compileModel({ schemas, resources, codes, scopeEntity: 'store' }),
  module: rentalServer,
  messages: { 'zh-CN': zhCN, 'en-US': enUS, 'th-TH': thTH },
};
