import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ResourceShow from '../show/ResourceShow.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import ResourceForm from './ResourceForm.tsx';

strictConsole();

const source = withResource('book', (declared) => ({
  ...declared,
  form: {
    groups: [
      { key: 'money', tab: 'trade', fields: ['price'] },
      { key: 'name', tab: 'basics', fields: ['title', 'state'] },
      { key: 'place', tab: 'basics', fields: ['shopId'] },
    ],
  },
}));
const RECORD = {
  id: 5,
  updateTime: '2027-01-01 10:00:00',
  title: 'Dune',
  state: 0,
  price: 5,
  shopId: null,
  shopName: '',
};
const info = { 'GET /books/info/5': () => ({ data: RECORD }), 'GET /books/options': () => ({ data: [] }) };
const tab = (name: RegExp) => screen.getByRole('tab', { name });

describe('tabs of a form', () => {
  it('hold the sections of their groups and show one at a time', async () => {
    await renderAdmin(<ResourceForm resource="book" />, { source });
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual(['Trade', 'Basics']);
    expect(tab(/Trade/).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(tab(/Basics/));
    const panel = screen.getByRole('tabpanel', { name: 'Basics' });
    expect(
      within(panel)
        .getAllByRole('heading', { level: 2 })
        .map((one) => one.textContent),
    ).toEqual(['Name', 'Place']);
    expect(tab(/Basics/).getAttribute('aria-controls')).toBe(panel.id);
  });

  it('are opened and marked where the schema refuses, with the cursor in the field', async () => {
    const { calls } = await renderAdmin(<ResourceForm resource="book" />, { source });
    await userEvent.click(screen.getByText('ra.action.save'));
    await waitFor(() => expect(tab(/admin.form.tabError/).getAttribute('aria-selected')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Title/)));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('are opened where the server refuses, and what was typed in another one stays', async () => {
    await renderAdmin(<ResourceForm resource="book" id={5} />, {
      source,
      answers: {
        ...info,
        'POST /books/save': () => ({
          statusCode: 400,
          message: 'Parameter error',
          data: { errors: { title: 'Twice' } },
        }),
      },
    });
    await userEvent.clear(await screen.findByLabelText(/^Price/));
    await userEvent.type(screen.getByLabelText(/^Price/), '9');
    await userEvent.click(screen.getByText('ra.action.save'));
    expect(await screen.findByText('Twice')).toBeTruthy();
    await waitFor(() => expect(tab(/admin.form.tabError/).getAttribute('aria-selected')).toBe('true'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toContain('9');
  });

  it('move by arrow key', async () => {
    await renderAdmin(<ResourceForm resource="book" />, { source });
    await userEvent.click(tab(/Trade/));
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(tab(/Basics/).getAttribute('aria-selected')).toBe('true');
  });
});

it('tabs of a detail come from the same groups', async () => {
  await renderAdmin(<ResourceShow resource="book" id={5} />, { source, answers: info });
  await userEvent.click(await screen.findByRole('tab', { name: 'Basics' }));
  expect(within(screen.getByRole('tabpanel', { name: 'Basics' })).getByText('Dune')).toBeTruthy();
});
