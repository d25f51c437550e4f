import createCache from '@emotion/cache';

/**
 * happy-dom tries every rule of style on every element that a query by role or a click asks about, and each component has rules of its own.
 * What hides an element or shields it from the pointer is all that they ask, so no other rule enters the page.
 */
const ASKED = /[{;]\s*(display|visibility|pointer-events)\s*:/;

interface Sheet {
  insert(rule: string): void;
}

const sheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as Sheet;
const insert = sheets.insert;
sheets.insert = function (this: Sheet, rule) {
  if (ASKED.test(rule)) insert.call(this, rule);
};
