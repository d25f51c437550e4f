// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '../../model/index.ts';
import { MoneyText, TimeText } from './display.tsx';

const field = (schema: Partial<Field['schema']>): Field =>
  ({ name: 'value', kind: 'dateTime', schema: { type: 'string', ...schema } }) as Field;
const shown = { record: { id: 1 }, resource: 'thing' } as const;

it.each([
  ['a cell of a list', {}, true, '2027-03-04 10:00', '2027-03-04 10:00:30'],
  ['a detail', {}, false, '2027-03-04 10:00:30', null],
  ['a cell of a time whose digits of seconds are kept', { 'x-precision': 3 }, true, '2027-03-04 10:00:30', null],
])('a time in %s', (_where, schema, tight, text, title) => {
  const { container } = render(<TimeText {...shown} field={field(schema)} value="2027-03-04 10:00:30" tight={tight} />);
  expect([container.textContent, container.querySelector('span')!.getAttribute('title')]).toEqual([text, title]);
});

it('an amount has a real minus, and in a tight cell its currency apart from its digits', () => {
  const { container, rerender } = render(<MoneyText {...shown} field={field({})} value={-3000} />);
  expect(container.textContent).toBe('THB −3,000.00');
  expect(container.querySelector('[data-unit]')).toBeNull();
  rerender(<MoneyText {...shown} field={field({})} value={-3000} tight />);
  expect(container.textContent).toBe('THB −3,000.00');
  expect(container.querySelector('[data-unit]')!.textContent).toBe('THB ');
});
