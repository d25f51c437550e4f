import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  DAY_MS,
  Timeline,
  wallMs,
  type TimelineBar,
  type TimelineProps,
  type TimelineMove,
  type TimelineRow,
} from './index.ts';

const from = wallMs('2027-03-01');
const bar = (key: string, day: number, days: number, movable = true): TimelineBar => ({
  ...{ key, label: key, sign: '·', description: `bar ${key}`, tone: 'active', pattern: 'plain', movable },
  ends: movable ? 'both' : 'none',
  start: from + day * DAY_MS,
  end: from + (day + days) * DAY_MS,
});
const row = (key: string, ...bars: TimelineBar[]): TimelineRow => ({ key, name: key, head: <b>{key}</b>, bars });
const ROWS = [
  row('one', bar('a', 1, 2), bar('b', 5, 2, false)),
  row('two'),
  row('three', bar('c', 4, 2), bar('d', 9, 1)),
];

function show(more: Partial<TimelineProps> = {}) {
  const told = { onMove: vi.fn<(move: TimelineMove) => void>(), onOpen: vi.fn(), onAskMove: vi.fn(), onEmpty: vi.fn() };
  render(
    <Timeline
      label="Rooms"
      headLabel="Room"
      headWidth={100}
      rowHeight={40}
      rowCount={ROWS.length}
      rowAt={(index) => ROWS[index]}
      scale={{ from, days: 10, dayWidth: 50 }}
      now={from + 2.5 * DAY_MS}
      step={DAY_MS}
      dayLabel={(day) => ['day', String((day - from) / DAY_MS)]}
      refusal={({ to }) => (to.key === 'two' ? 'closed' : null)}
      onWindow={() => undefined}
      {...told}
      {...more}
    />,
  );
  const grid = screen.getByRole('grid');
  grid.setPointerCapture = () => undefined;
  grid.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 800);
  return told;
}
afterEach(cleanup);

const focusRow = (index: number) => act(() => screen.getAllByRole('rowheader')[index]!.focus());
const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(document.activeElement!, { key }));
const here = () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;

it('is a grid with one stop for the Tab key, and arrows go from bar to bar', () => {
  show();
  expect(screen.getByRole('grid', { name: 'Rooms' }).getAttribute('aria-rowcount')).toBe('4');
  expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  focusRow(0);
  press('ArrowRight');
  expect(here()).toBe('bar a');
  press('ArrowRight', 'ArrowRight');
  expect(here()).toBe('bar b');
  press('ArrowDown');
  expect(here()).toBe('two');
  press('ArrowDown', 'End');
  expect(here()).toBe('bar d');
  press('Home', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowLeft');
  expect(here()).toBe('one');
  expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

it('Enter opens a bar, M asks where to, N makes something in the row', () => {
  const { onOpen, onAskMove, onEmpty } = show();
  focusRow(2);
  press('ArrowRight', 'Enter', 'm', 'n');
  expect(onOpen).toHaveBeenCalledWith(ROWS[2], ROWS[2]!.bars[0]);
  expect(onAskMove).toHaveBeenCalledWith(ROWS[2], ROWS[2]!.bars[0]);
  expect(onEmpty).toHaveBeenCalledWith(ROWS[2], null);
});

const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, button: 0, pointerType: 'mouse' });

it('a bar is dragged by whole steps to another row, where the page says whether it looks free', () => {
  const { onMove, onOpen } = show();
  const a = screen.getByRole('gridcell', { name: 'bar a' });
  fireEvent.pointerDown(a, at(160, 60));
  fireEvent.pointerMove(a, at(264, 100));
  expect(document.querySelector('.tl-ghost')!.textContent).toBe('closed');
  fireEvent.pointerMove(a, at(264, 140));
  expect(document.querySelector('.tl-ghost')!.getAttribute('data-fits')).toBe('yes');
  fireEvent.pointerUp(a, at(264, 140));
  fireEvent.click(a);
  expect(onMove).toHaveBeenCalledWith({
    ...{ bar: expect.objectContaining({ key: 'a' }), from: ROWS[0], to: ROWS[2] },
    ...{ start: from + 3 * DAY_MS, end: from + 5 * DAY_MS },
  });
  expect(onOpen).not.toHaveBeenCalled();
});

it('Esc, and a bar that stands still, change nothing', () => {
  const { onMove, onOpen } = show();
  const a = screen.getByRole('gridcell', { name: 'bar a' });
  fireEvent.pointerDown(a, at(160, 60));
  fireEvent.pointerMove(a, at(264, 60));
  fireEvent.keyDown(document, { key: 'Escape' });
  fireEvent.pointerUp(a, at(264, 60));
  const b = screen.getByRole('gridcell', { name: 'bar b' });
  fireEvent.pointerDown(b, at(360, 60));
  fireEvent.pointerMove(b, at(460, 60));
  fireEvent.pointerUp(b, at(460, 60));
  fireEvent.click(b);
  expect(onMove).not.toHaveBeenCalled();
  expect(onOpen).toHaveBeenCalledWith(ROWS[0], ROWS[0]!.bars[1]);
});

it('a press where nothing is says which time it meant', () => {
  const { onEmpty } = show();
  fireEvent.click(screen.getAllByRole('row')[2]!, { clientX: 100 + 125 });
  expect(onEmpty).toHaveBeenCalledWith(ROWS[1], from + 2.5 * DAY_MS);
});

it('wide days have marks by the hour, narrow ones none', () => {
  show();
  expect(document.querySelectorAll('.tl-hour')).toHaveLength(0);
  cleanup();
  show({ scale: { from, days: 2, dayWidth: 960 }, hours: 6 });
  const marks = [...document.querySelectorAll('.tl-day')[0]!.querySelectorAll('.tl-hour')];
  expect(marks.map((mark) => mark.textContent)).toEqual(['06:00', '12:00', '18:00']);
  expect(screen.getByRole('grid').style.getPropertyValue('--tl-mark')).toBe('240px');
});
