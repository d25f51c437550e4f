import { useState } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import DashboardPage from '../dashboard/DashboardPage.tsx';
import ResourceForm from '../form/ResourceForm.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { withResource } from '../testing/withResource.ts';
import { keepRegistered, registerComponents, registeredComponent } from '../values/registry.ts';
import { full, list } from './testing/books.tsx';

/** Fails as long as this is true. */
let broken = true;
const Fragile = () => {
  if (broken) throw new TypeError('no such part');
  return <>whole again</>;
};

let restore: () => void;
beforeEach(() => {
  broken = true;
  restore = keepRegistered();
  registerComponents({
    eager: { Fragile },
    lazy: { LateFragile: () => Promise.resolve({ default: Fragile }) },
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => restore());

const faults = (): string[] => screen.queryAllByRole('alert').flatMap((one) => one.getAttribute('data-fault') ?? []);
const logged = (): string => JSON.stringify(vi.mocked(console.error).mock.calls.map(([first]) => String(first)));

it.each(['Fragile', 'LateFragile'])('a cell whose component (%s) fails names it in its own place; the list stays', async (name) => {
  const source = withResource('book', (declared) => ({ ...declared, components: { price: { field: name } } }));
  await renderAdmin(list, { answers: full, source });
  const row = (await screen.findByText('Dune')).closest('tr')!;
  const fault = await within(row).findByRole('alert');
  expect(fault.closest('[data-field]')?.getAttribute('data-field')).toBe('price');
  expect(faults()).toEqual([name, name]);
  expect(screen.getByText('Emma')).toBeTruthy();
  expect(logged()).toContain(`${name} failed`);

  broken = false;
  await userEvent.click(within(fault).getByText('admin.list.retry'));
  expect(await within(row).findByText('whole again')).toBeTruthy();
  expect(faults()).toEqual([name]);
}); // prettier-ignore

it('an input, a section and an action that fail leave the form around them', async () => {
  const source = withResource('book', (declared) => ({
    ...declared,
    components: { price: { input: 'Fragile' } },
    form: { groups: [{ key: 'all', fields: ['title', 'price'] }, { key: 'more', fields: ['reason'], component: 'Fragile' }] },
  })); // prettier-ignore
  await renderAdmin(<ResourceForm resource="book" />, { source });
  expect(await screen.findByLabelText(/^Title/)).toBeTruthy();
  await waitFor(() => expect(faults()).toEqual(['Fragile', 'Fragile']));
  expect(screen.getByText('ra.action.save')).toBeTruthy();
});

/** A value that a table of documents cannot be drawn from, as another program may have written it. */
const NOTES = {
  type: 'array' as const,
  items: { type: 'object' as const, properties: { text: { type: 'string' as const } } },
};
const withNotes = () => {
  const source = withResource('book', (declared) => ({
    ...declared,
    list: { ...declared.list, columns: ['title', 'notes'] },
    form: { groups: [{ key: 'all', fields: ['title', 'notes'] }] },
  }));
  const book = async () => {
    const schema = await source.schemas['book']!();
    return { ...schema, properties: { ...schema.properties, notes: NOTES } };
  };
  return { ...source, schemas: { ...source.schemas, book } };
};

it('a generated cell that fails names itself in its own place, and is logged once for all rows', async () => {
  const rows = [1, 2, 3].map((id) => ({ id, title: `Book ${id}`, notes: id === 3 ? [{ text: 'whole' }] : [null] }));
  const answers = { 'GET /books/list': () => ({ data: { list: rows, total: 3 } }) };
  await renderAdmin(list, { answers, source: withNotes() });
  expect(await screen.findByText('Book 1')).toBeTruthy();
  expect(faults()).toEqual(['book.notes', 'book.notes']);
  expect(screen.getByText('whole')).toBeTruthy();
  const told = vi.mocked(console.error).mock.calls.filter(([first]) => first === 'book.notes failed');
  expect(told).toHaveLength(1);
});

it('a generated input that fails leaves the form, which still saves the rest', async () => {
  const record = { id: 5, title: 'Dune', notes: [null] };
  const answers = { 'GET /books/info/5': () => ({ data: record }) };
  await renderAdmin(<ResourceForm resource="book" id={5} />, { answers, source: withNotes() });
  expect(await screen.findByLabelText(/^Title/)).toBeTruthy();
  await waitFor(() => expect(faults()).toEqual(['book.notes']));
  expect(screen.getByText('ra.action.save')).toBeTruthy();
});

it('an action of a row that fails leaves the row', async () => {
  const source = withResource('book', (declared) => ({
    ...declared,
    actions: [{ name: 'lend', post: '/books/lend', permission: 'edit', component: 'Fragile' }],
  }));
  await renderAdmin(list, { answers: full, source });
  await screen.findByText('Dune');
  expect(faults()).toEqual(['Fragile', 'Fragile']);
});

it('a section of a dashboard that fails leaves the others', async () => {
  const figure = { key: 'late', format: 'integer' as const, total: 7 };
  const sections = [
    { key: 'own', component: 'Fragile', widgets: [] },
    { key: 'now', widgets: [{ key: 'late', kind: 'number' as const, figures: [figure], groups: [], more: 0 }] },
    // What no widget can be drawn from.
    { key: 'odd', widgets: [{ key: 'odd', kind: 'number' as const, figures: null, groups: [], more: 0 }] },
  ];
  const answer = { key: 'desk', zone: 'Asia/Bangkok', refreshSeconds: 3_600, greeting: false, resources: [], sections };
  await renderAdmin(<DashboardPage path="/desk" titleOf={() => undefined} />, {
    answers: { 'GET /desk': () => ({ data: answer }) },
  });
  await waitFor(() => expect(faults()).toEqual(['Fragile', 'Odd']));
  expect(document.querySelector('[data-widget="late"]')).toBeTruthy();
});

it('is tried anew with another record, and stays as it is with the same one', async () => {
  const Shown = registeredComponent<{ record: object }>('Fragile')!;
  const at = (id: number) => <Shown record={{ id }} />;
  let show!: (id: number) => void;
  const Page = () => {
    const [id, setId] = useState(1);
    show = setId;
    return at(id);
  };
  await renderAdmin(<Page />);
  await waitFor(() => expect(faults()).toEqual(['Fragile']));
  broken = false;
  act(() => show(1));
  expect(faults()).toEqual(['Fragile']);
  act(() => show(2));
  expect(screen.getByText('whole again')).toBeTruthy();
});
