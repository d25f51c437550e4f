import chinese from '../../../../i18n/zh-CN.json';
import english from '../../../../i18n/en-US.json';
import thai from '../../../../i18n/th-TH.json';
import { resources as rentalResources } from '../../../../resources/index.ts';
import { mergeCatalogues } from 'forecourt/locale';
import { platformResources, withPlatform } from 'forecourt/model';
import { FRAMEWORK_CATALOGUES } from 'forecourt/testing';

/** The product's labels, code tables and resources as the browser has them, for tests of its pages. */
export const catalogues = {
  'zh-CN': mergeCatalogues(FRAMEWORK_CATALOGUES['zh-CN'] as never, chinese),
  'en-US': mergeCatalogues(FRAMEWORK_CATALOGUES['en-US'] as never, english),
  'th-TH': mergeCatalogues(FRAMEWORK_CATALOGUES['th-TH'] as never, thai),
};
export const catalogue = catalogues['en-US'];
export { codes } from '../../../../resources/codes.ts';
export const resources = withPlatform(platformResources, rentalResources);
