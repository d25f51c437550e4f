import createCache from '@emotion/cache';

/**
 * happy-dom tries every rule of style on every element that a query by role or a click asks about, and each component has rules of its own.
 * What hides an element or shields it from the pointer is all that they ask (and one test, where the values of cells stand), so no other rule
 * enters the page. A rule for some width may show what another hides.
 */
const HIDES = /[{;]\s*(display\s*:\s*none|visibility\s*:|pointer-events\s*:|justify-content\s*:\s*flex-(start|end))/;
const SHOWS_AT_A_WIDTH = /^@media.*[{;]\s*display\s*:/;

interface Sheet {
  insert(rule: string): void;
}

const sheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as Sheet;
const insert = sheets.insert;
sheets.insert = function (this: Sheet, rule) {
  if (HIDES.test(rule) || SHOWS_AT_A_WIDTH.test(rule)) insert.call(this, rule);
};
