import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { field, open } from './testing/openForm.tsx';

strictConsole();

// Plain events: in a form of this size the way of a real pointer, and roles looked up on the whole page, take seconds.
const press = (text: string) => fireEvent.click(screen.getByText(text));
const flip = (wish: string) => fireEvent.click(screen.getByLabelText(wish));
/** Chosen from what a field offers once it is opened. */
const choose = async (name: string, option: string) => {
  fireEvent.mouseDown(field(name));
  fireEvent.click(await screen.findByText(option, { selector: '[role="option"], [role="option"] *' }));
};

it('the form asks for everything that an order is agreed on, and sends it', async () => {
  const { sent, onClose } = await open({
    draft: { returnType: 1, returnPointId: 31, returnAddress: 'Bangla Road 5' },
    answers: { 'POST /order/save': () => ({ data: { id: 9, orderNo: 'R1' } }) },
  });
  expect(within(field('returnAddress')).getByText('Bangla Road 5')).toBeTruthy();
  press('Paid collection at the door');
  flip('ETC');
  flip('External (foreign) plate');
  await choose('renterIdType', 'Passport');
  press('Deposit-free');
  press('Fliggy');
  fireEvent.change(field('channelOrderNo'), { target: { value: 'F-1' } });
  await choose('serviceType', 'Flash rental');
  press('Create order');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent('/order/save')).toEqual([
    expect.objectContaining({
      etc: 1,
      externalPlate: 1,
      renterIdType: 2,
      depositType: 3,
      returnType: 2,
      returnPointId: 31,
      returnAddress: 'Bangla Road 5',
      channel: 2,
      channelOrderNo: 'F-1',
      serviceType: 3,
    }),
  ]);
});

it('each deposit is waived by itself, and the price says which', async () => {
  const { sent, onClose } = await open({
    draft: { depositType: 1 },
    answers: { 'POST /order/save': () => ({ data: { id: 9, orderNo: 'R1' } }) },
  });
  flip('Order deposit waived');
  flip('Violation deposit waived');
  expect(screen.getByLabelText<HTMLInputElement>('Order deposit waived').checked).toBe(true);
  flip('Order deposit waived');
  press('Create order');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent('/order/save')).toEqual([
    expect.objectContaining({ depositType: 1, orderDepositWaived: 0, violationDepositWaived: 1 }),
  ]);
});

it('the return store is chosen among all stores, and without one the form says so', async () => {
  const { sent, onClose } = await open({
    draft: { returnStoreId: null },
    answers: { 'POST /order/save': () => ({ data: { id: 9, orderNo: 'R1' } }) },
  });
  press('Create order');
  await waitFor(() => expect(document.activeElement).toBe(field('returnStoreId')));
  await choose('returnStoreId', 'Patong');
  press('Create order');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent('/order/save')).toEqual([expect.objectContaining({ returnStoreId: 2 })]);
});
