import chinese from '../../../../i18n/zh-CN.json';
import english from '../../../../i18n/en-US.json';
import thai from '../../../../i18n/th-TH.json';
import { resources as rentalResources } from '../../../../resources/index.ts';
import { mergeCatalogues } from 'forecourt/locale';
import { platformResources, withPlatform } from 'forecourt/model';
import frameworkEnglish from '../../../../packages/forecourt/src/shell/catalogues/en-US.ts';
import frameworkThai from '../../../../packages/forecourt/src/shell/catalogues/th-TH.ts';
import frameworkChinese from '../../../../packages/forecourt/src/shell/catalogues/zh-CN.ts';

/** The product's labels, code tables and resources as the browser has them, for tests of its pages. */
export const catalogues = {
  'zh-CN': mergeCatalogues(frameworkChinese as never, chinese),
  'en-US': mergeCatalogues(frameworkEnglish as never, english),
  'th-TH': mergeCatalogues(frameworkThai as never, thai),
};
export const catalogue = catalogues['en-US'];
export { codes } from '../../../../resources/codes.ts';
export const resources = withPlatform(platformResources, rentalResources);
