import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { create, open } from './testing/openForm.tsx';

strictConsole();

const taken = 'Order R7 has this number of the channel already';
const page = (list: readonly object[]) => ({
  data: { list, total: list.length, pageNo: 1, pageSize: 20, totalPage: 1 },
});

async function refused(others: readonly object[]) {
  const { calls } = await open({
    draft: { channel: 2, channelOrderNo: 'f-1' },
    answers: {
      'POST /order/save': () => ({ statusCode: 400, message: 'Refused', data: { errors: { channelOrderNo: taken } } }),
      'GET /order/list': () => page(others),
    },
  });
  await create();
  await screen.findAllByText(taken);
  const asked = () => calls.filter(({ path, query }) => path === '/order/list' && query['channelOrderNo'] === 'f-1');
  await waitFor(() => expect(asked()).toHaveLength(1));
}

it('a number of the channel that another order has leads to that order', async () => {
  await refused([
    { id: 8, orderNo: 'R8', channelOrderNo: 'F-12' },
    { id: 7, orderNo: 'R7', channelOrderNo: 'F-1' },
  ]);
  const link = await screen.findByRole('link', { name: 'Open order R7' });
  expect(link.getAttribute('href')).toMatch(/\/order\/detail\/7$/);
});

it('leads nowhere where the reader does not see the other order', async () => {
  await refused([]);
  expect(screen.queryByRole('link', { name: /^Open order/ })).toBeNull();
});
