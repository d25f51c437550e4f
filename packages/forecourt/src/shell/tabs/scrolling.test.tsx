import { afterEach, expect, test } from 'vitest';
import { keepScrolled, noteScrolled, type Scrolled } from './scrolling.ts';

/** A page of a tab, on screen. */
function drawPage(id: number): HTMLElement {
  const page = document.createElement('section');
  page.id = `page-${id}`;
  document.body.append(page);
  return page;
}

/** Scrolls; the page hears of it in the next frame. */
const scroll = (top: number): void => window.scrollTo({ top, behavior: 'instant' });

afterEach(() => scroll(0));

test('a person who scrolls while the tabs of before come back is not thrown to the top', () => {
  drawPage(1);
  const scrolled = new Map<number, Scrolled>();
  const stop = keepScrolled(scrolled, 1);
  scroll(600);
  // The tabs are there: the page on screen is the same, and is kept anew before the frame that tells of scrolling.
  stop();
  keepScrolled(scrolled, 1)();
  expect(window.scrollY).toBe(600);
});

test('where a page was left before a reload is where it comes back to, if nobody has scrolled since', () => {
  drawPage(1);
  const scrolled = new Map<number, Scrolled>();
  const stop = keepScrolled(scrolled, 1);
  scrolled.set(1, { window: 400, part: 0 });
  stop();
  keepScrolled(scrolled, 1)();
  expect(window.scrollY).toBe(400);
});

test('a page that is left is not noted where the next one stands', () => {
  const page = drawPage(1);
  drawPage(2);
  const scrolled = new Map<number, Scrolled>();
  scroll(600);
  noteScrolled(scrolled, 1);
  const stop = keepScrolled(scrolled, 1);
  page.hidden = true;
  scroll(90);
  stop();
  keepScrolled(scrolled, 2)();
  expect([window.scrollY, scrolled.get(1)]).toEqual([0, { window: 600, part: 0 }]);
});
