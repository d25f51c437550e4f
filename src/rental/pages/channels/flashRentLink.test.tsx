import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import flashRent from '../../../../schemas/flashRent.json';
import { ResourceList } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';

strictConsole();

it('a flash rental is opened by its store and read out with its model, which tells it from the others of that store', async () => {
  const row = { storeId: 1, storeName: 'Phuket Airport', enabled: 1, quota: 2, leadHours: 4, remark: '' };
  const list = [
    { ...row, id: 1, subModelId: 4, subModelName: 'Toyota Yaris' },
    { ...row, id: 2, subModelId: 5, subModelName: 'Toyota Camry' },
  ];
  await renderDesk(() => <ResourceList resource="flashRent" />, {
    schemas: { flashRent: flashRent as unknown as EntitySchema },
    answers: { 'GET /channels/flashrent/list': () => ({ data: { list, total: 2 } }) },
  });
  const links = await screen.findAllByRole('link', { name: /^Phuket Airport/ });
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-label')])).toEqual([
    ['Phuket Airport', 'Phuket Airport Toyota Yaris'],
    ['Phuket Airport', 'Phuket Airport Toyota Camry'],
  ]);
});
