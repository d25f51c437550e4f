// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Field } from '../../model/index.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { ObjectList } from './displayNested.tsx';

const text = { type: 'string' } as const;

it.each([
  ['a start and an end stand in one line', { start: text, end: text }, '07:00–22:00'],
  [
    'with more beside them they have their labels',
    { start: text, end: text, note: text },
    'Start07:00End22:00Notelate',
  ],
])('%s', async (_what, properties, said) => {
  const field = { name: 'hours', kind: 'json', schema: { type: 'object', properties } } as unknown as Field;
  const value = { end: '22:00', start: '07:00', note: 'late' };
  await renderAdmin(
    <div data-testid="hours">
      <ObjectList field={field} value={value} record={{ id: 1 }} resource="book" />
    </div>,
  );
  expect((await screen.findByTestId('hours')).textContent).toBe(said);
});
