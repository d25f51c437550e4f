import ResourceList from '../ResourceList.tsx';

/** Two rows of the small world, the server that lists them, and the list that shows them. */
export const ROWS = [
  { id: 1, title: 'Dune', state: 0, price: 1234.5, shopId: 4, shopName: 'Old Town' },
  { id: 2, title: 'Emma', state: 1, price: null, shopId: null, shopName: '' },
];
export const full = { 'GET /books/list': () => ({ data: { list: ROWS, total: 2 } }) };
export const list = <ResourceList resource="book" />;
