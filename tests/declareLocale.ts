import locale from '../locale.json';
import { declareLocale } from '../packages/forecourt/src/locale/current.ts';

/** Components are drawn in the product's locale, as its pages are; a test of another one declares that itself. */
declareLocale(locale);
