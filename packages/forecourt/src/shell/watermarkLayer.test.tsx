import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWatermark } from './watermark.ts';

const layer = (): Element | null => document.querySelector('[data-watermark]');

let stop: () => void;
let written: ShadowRoot;
beforeEach(() => {
  vi.useFakeTimers();
  const attach = Element.prototype.attachShadow;
  // The layer keeps its inside to itself.
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    return (written = attach.call(this, init));
  });
  stop = startWatermark('admin');
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it.each([
  ['removed', () => layer()!.remove()],
  ['altered', () => layer()!.setAttribute('hidden', '')],
])('what was %s is there again after half a second', (_how, tamper) => {
  tamper();
  vi.advanceTimersByTime(499);
  expect(layer()?.hasAttribute('hidden') ?? 'gone').not.toBe(false);
  vi.advanceTimersByTime(1);
  expect(layer()!.hasAttribute('hidden')).toBe(false);
});

it('is written anew for a window that became larger', () => {
  const lines = (): number => written.querySelectorAll('.field > div').length;
  const { innerWidth, innerHeight } = window;
  const before = lines();
  try {
    Object.assign(window, { innerWidth: innerWidth + 1_000, innerHeight: innerHeight + 1_000 });
    expect(lines()).toBe(before);
    window.dispatchEvent(new Event('resize'));
    expect(lines()).toBeGreaterThan(before);
  } finally {
    Object.assign(window, { innerWidth, innerHeight });
  }
});
