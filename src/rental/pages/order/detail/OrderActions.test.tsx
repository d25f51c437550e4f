import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { registerComponents } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import type { Resource } from 'forecourt/model';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { RETURNED } from '../testing/returnedOrder.ts';
import { OrderActions } from './OrderActions.tsx';

strictConsole();

/** A step whose button opens a dialog, as those of the counter do. */
function Step() {
  const [open, setOpen] = useState(false);
  return open ? <div role="dialog">Counter</div> : <button onClick={() => setOpen(true)}>Pickup</button>;
}

const booked = (actions: readonly string[]): OrderInfo =>
  ({ ...RETURNED, status: 1, actualPickupTime: null, actualReturnTime: null, actions }) as OrderInfo;

it('a dialog that was begun stays open when the answer to the step before makes its step the next one', async () => {
  registerComponents({ eager: { PickupDialog: Step } });
  let answer: (order: OrderInfo) => void = () => undefined;
  function Page({ model }: { readonly model: Resource }) {
    const [order, setOrder] = useState(booked(['payment', 'pickup', 'edit']));
    answer = setOrder;
    return <OrderActions model={model} order={order} />;
  }
  await renderDesk((model) => <Page model={model} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pickup' }));
  screen.getByRole('dialog');
  act(() => answer(booked(['pickup', 'edit', 'payment'])));
  expect(screen.queryByRole('dialog')).not.toBeNull();
});
