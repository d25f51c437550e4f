import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keysOf, shortcutsInSight, useShortcut, type Shortcut } from './shortcuts.ts';

function Page(shortcut: Shortcut) {
  useShortcut(shortcut);
  return <input aria-label="text" />;
}
const press = (target: EventTarget, init: KeyboardEventInit): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

test('a key does its work from anywhere on the page, but not while somebody types', () => {
  const run = vi.fn();
  const { getByLabelText, unmount } = render(<Page keys="?" label="help" run={run} />);
  expect(press(document.body, { key: '?' })).toBe(false);
  expect(run).toHaveBeenCalledTimes(1);
  expect(press(getByLabelText('text'), { key: '?' })).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  unmount();
  press(document.body, { key: '?' });
  expect(run).toHaveBeenCalledTimes(1);
});

test('with Ctrl it works while typing too, and the latest part of the page that is in sight wins', () => {
  const [first, second, hidden] = [vi.fn(), vi.fn(), vi.fn()];
  const { getAllByLabelText } = render(
    <>
      <Page keys="Ctrl+K" label="a" whileTyping run={first} />
      <Page keys="Ctrl+K" label="b" whileTyping run={second} />
      <Page keys="Ctrl+K" label="c" whileTyping run={hidden} inSight={() => false} />
    </>,
  );
  press(getAllByLabelText('text')[0]!, { key: 'k', code: 'KeyK', metaKey: true });
  expect([first, second, hidden].map((run) => run.mock.calls.length)).toEqual([0, 1, 0]);
  expect(shortcutsInSight().map(({ label }) => label)).toEqual(['b', 'a']);
});

test('a Thai keyboard has the same keys', () => {
  const thai = { ctrlKey: false, metaKey: false, shiftKey: false };
  expect(keysOf({ ...thai, key: 'า', code: 'KeyK', ctrlKey: true })).toBe('Ctrl+K');
  expect(keysOf({ ...thai, key: 'ฝ', code: 'Slash' })).toBe('/');
  expect(keysOf({ ...thai, key: 'ฦ', code: 'Slash', shiftKey: true })).toBe('?');
});

test('what is typed with an input method is no shortcut', () => {
  const run = vi.fn();
  render(<Page keys="/" label="search" run={run} />);
  press(document.body, { key: '/', isComposing: true });
  expect(run).not.toHaveBeenCalled();
});
