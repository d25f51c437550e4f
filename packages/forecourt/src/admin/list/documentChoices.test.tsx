import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import ResourceForm from '../form/ResourceForm.tsx';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { withResource } from '../testing/withResource.ts';
import { list } from './testing/books.tsx';

/** Books with notes, each of a kind that is a choice without a code table. */
function withNotes() {
  const source = withResource('book', (declared) => ({
    ...declared,
    list: { ...declared.list, columns: ['title', 'notes'] },
    form: { groups: [{ key: 'all', fields: ['title', 'notes'] }] },
  }));
  const items = { type: 'object' as const, properties: { kind: { type: 'string' as const, enum: ['urgentMatter'] } } };
  const book = async () => {
    const schema = await source.schemas['book']!();
    return { ...schema, properties: { ...schema.properties, notes: { type: 'array' as const, items } } };
  };
  return { ...source, schemas: { ...source.schemas, book } };
}

it('a choice within a document is shown by its label in a list', async () => {
  const rows = [{ id: 1, title: 'Dune', notes: [{ kind: 'urgentMatter' }] }];
  const answers = { 'GET /books/list': () => ({ data: { list: rows, total: 1 } }) };
  await renderAdmin(list, { answers, source: withNotes() });
  expect(await screen.findByText('codes.book.notes.kind.urgentMatter')).toBeTruthy();
});

it('and in a form', async () => {
  const record = { id: 5, title: 'Dune', notes: [{ kind: 'urgentMatter' }] };
  const answers = { 'GET /books/info/5': () => ({ data: record }) };
  await renderAdmin(<ResourceForm resource="book" id={5} />, { answers, source: withNotes() });
  expect(await screen.findByText('codes.book.notes.kind.urgentMatter')).toBeTruthy();
});
