import { expect, it } from 'vitest';
import { splitLabels, without } from './splitLabels.ts';

it('labels of resources are taken apart; titles, code tables and what belongs to no page stay', () => {
  const { general, labels } = splitLabels(
    {
      app: { title: 'Library' },
      codes: { book: { 1: 'Paper', shelf: { top: 'Top' } }, state: { 1: 'Lent' } },
      resources: {
        book: { name: 'Book', title: 'Books', fields: { shelf: 'Shelf' } },
        vault: { name: 'Vault', fields: { key: 'Key' } },
      },
    },
    new Set(['book', 'shop']),
  );
  expect(general).toEqual({
    app: { title: 'Library' },
    codes: { book: { 1: 'Paper' }, state: { 1: 'Lent' } },
    resources: { book: { title: 'Books' }, vault: { name: 'Vault', fields: { key: 'Key' } } },
  });
  expect([...labels]).toEqual([
    [
      'book',
      {
        resources: { book: { name: 'Book', fields: { shelf: 'Shelf' } } },
        codes: { book: { shelf: { top: 'Top' } } },
      },
    ],
  ]);
});

it('rare parts are taken apart whole, by their path', () => {
  const catalogue = { admin: { map: { pin: 'Pin', draw: { clear: 'Clear' } }, list: { none: 'None' } } };
  const { general, labels } = splitLabels(catalogue, new Set(), ['admin.map', 'admin.none']);
  expect(general).toEqual({ admin: { list: { none: 'None' } } });
  expect([...labels]).toEqual([['admin.map', { admin: { map: catalogue.admin.map } }]]);
});

it('a code table that one resource shows comes with its labels', () => {
  const catalogue = {
    codes: { zone: { A: 'Here' }, state: { 1: 'Lent' } },
    resources: { city: { fields: { zone: 'Zone' } } },
  };
  const { general, labels } = splitLabels(catalogue, new Set(['city']), [], {
    'codes.zone': 'city',
    'codes.none': 'city',
  });
  expect(general).toEqual({ codes: { state: { 1: 'Lent' } }, resources: {} });
  expect([...labels]).toEqual([['city', { resources: catalogue.resources, codes: { zone: { A: 'Here' } } }]]);
});

it('parts that no page shows are left out, whatever stands beside them', () => {
  const catalogue = { permissions: { add: 'Add' }, shop: { print: { title: 'Receipt' }, order: 'Order' }, app: 'Shop' };
  expect(without(catalogue, ['permissions', 'shop.print', 'shop.none', 'none.at.all'])).toEqual({
    shop: { order: 'Order' },
    app: 'Shop',
  });
});
