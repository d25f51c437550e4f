import { useRef } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRowsInSight } from './index.ts';

const HEIGHT = 40;

function Box({ count }: { readonly count: number }) {
  const box = useRef<HTMLDivElement>(null);
  const { first, last } = useRowsInSight(box, HEIGHT, count);
  return (
    <div ref={box} data-testid="box">
      {first}–{last}
    </div>
  );
}

function show(count: number) {
  const { rerender } = render(<Box count={count} />);
  const box = screen.getByTestId('box');
  Object.defineProperty(box, 'clientHeight', { value: 10 * HEIGHT });
  const scrollTo = (row: number) => {
    box.scrollTop = row * HEIGHT;
    fireEvent.scroll(box);
  };
  scrollTo(0);
  return { box, scrollTo, rerender: (rows: number) => rerender(<Box count={rows} />) };
}

it('says which rows of a box are in sight, a block more on either side, wherever it is scrolled to', () => {
  const { box, scrollTo } = show(1000);
  expect(box.textContent).toBe('0–24');
  scrollTo(500);
  expect(box.textContent).toBe('480–528');
  scrollTo(990);
  expect(box.textContent).toBe('972–1000');
});

it('changes once a block, not with each row', () => {
  const { box, scrollTo } = show(1000);
  scrollTo(492);
  const before = box.textContent;
  scrollTo(493);
  expect(box.textContent).toBe(before);
});

it('names no row that is not there any more when rows become fewer', () => {
  const { box, rerender } = show(1000);
  rerender(7);
  expect(box.textContent).toBe('0–7');
});
