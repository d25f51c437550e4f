import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EntitySchema, ResourceDeclaration } from '../../model/index.ts';
import { testSource } from '../testing/adminModel.ts';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { RelatedList } from './RelatedList.tsx';

strictConsole();

const person = { type: 'integer', 'x-ref': { resource: 'person' } } as const;
const schemas: Readonly<Record<string, EntitySchema>> = {
  person: { type: 'object', properties: { name: { type: 'string' } } },
  letter: {
    type: 'object',
    properties: { fromId: person, toId: person, subject: { type: 'string' }, weight: { type: 'integer' } },
  },
};
const list = {
  columns: ['subject', 'toId'],
  hiddenColumns: ['weight', 'fromId'],
  below: { subject: 'weight', toId: 'fromId' },
};
const LETTER = { id: 31, fromId: 7, fromName: 'Ada', toId: 8, toName: 'Bo', subject: 'Hello', weight: 250 };

it('shows the second lines of the list, except one that leads back here', async () => {
  await renderAdmin(<RelatedList relation={{ resource: 'letter', field: 'fromId' }} id={7} />, {
    source: {
      ...testSource,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, () => Promise.resolve(one)])),
      resources: [{ schema: 'letter', list } as ResourceDeclaration<never>],
    },
    resource: 'person',
    answers: {
      'GET /resources/letter': () =>
        new Response(JSON.stringify([LETTER]), { headers: { 'Content-Range': 'letter 0-0/1' } }),
    },
  });
  const cells = (await screen.findByText('Hello')).closest('tr')!.querySelectorAll('td');
  expect([...cells].map(({ textContent }) => textContent)).toEqual(['Hello250', 'Bo']);
  const heads = screen.getAllByRole('columnheader').map(({ dataset }) => dataset['below']);
  expect(heads).toEqual(['Weight', undefined]);
});
