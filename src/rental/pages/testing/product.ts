import english from '../../../../i18n/en-US.json';
import { resources as rentalResources } from '../../../../resources/index.ts';
import { mergeCatalogues } from '../../../framework/i18n/index.ts';
import { platformResources, withPlatform } from '../../../framework/platform/index.ts';
import framework from '../../../framework/shell/catalogues/en-US.ts';

/** The product's labels, code tables and resources as the browser has them, for tests of its pages. */
export const catalogue = mergeCatalogues(framework as never, english);
export { codes } from '../../../../resources/codes.ts';
export const resources = withPlatform(platformResources, rentalResources);
