import { expect, it } from 'vitest';
import { fontsLast } from './preloadFirst.ts';

it('has the sheets of a page behind all that the page shows by itself', () => {
  const [one, other] = ['a', 'b'].map((name) => `<link rel="stylesheet" crossorigin href="/assets/${name}.css">`);
  const page = (head: string, end: string) =>
    `<head><title>x</title>${head}<link rel="icon" href="/i.svg"></head><body><div id="root"></div>${end}</body>`;
  expect(fontsLast(page(`${one}${other}`, ''))).toBe(page('', `${one}${other}`));
  expect(fontsLast(page('', ''))).toBe(page('', ''));
});
