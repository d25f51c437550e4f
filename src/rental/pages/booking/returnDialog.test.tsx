import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import ReturnDialog from './ReturnDialog.tsx';
import { fakeCounter, fill, mileage, open, OUT, send } from './testing/counter.tsx';

strictConsole();
fakeCounter();

/** What the answer says is to do next. */
const primary = () =>
  within(screen.getByRole('dialog', { name: 'AA 11 is back' }))
    .getAllByRole('button')
    .filter((button) => button.classList.contains('MuiButton-contained'))
    .map((button) => button.textContent);

it('shows the pictures of the pickup beside the places for the new ones', async () => {
  const [task] = OUT.tasks;
  await open(ReturnDialog, 'return', {
    order: {
      ...OUT,
      tasks: [{ ...task, frontPhoto: '/files/then.jpg', damagePhotos: ['/files/a.jpg', '/files/b.jpg'] }],
    },
  });
  expect((await screen.findByAltText('Front photo 1 · At pickup')).getAttribute('src')).toBe('/files/then.jpg');
  expect(screen.getByAltText('Damage photos 2 · At pickup')).toBeTruthy();
});

it('asks for time, mileage and fuel level, and sends the plate that went out', async () => {
  const { sent } = await open(ReturnDialog, 'return', {
    order: OUT,
    answers: {
      'POST /order/return': () => ({
        data: { overrun: 0, nightReturn: 0, differentCity: 0, total: 0, due: 0, surplus: 0, warnings: [] },
      }),
    },
  });
  await userEvent.clear(screen.getByLabelText('Time'));
  await userEvent.tab();
  await send('return');
  const noteOf = (element: HTMLElement) =>
    document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
  const fields = [screen.getByLabelText('Time'), mileage(), screen.getByRole('radiogroup')];
  expect(fields.map(noteOf)).toEqual(['Required', 'Required', 'Required']);
  await fill('1300');
  await send('return');
  expect(fields.map(noteOf)[0]).toBe('Required');
  expect(sent('/order/return')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Now' }));
  await send('return');
  await waitFor(() => expect(sent('/order/return')).toEqual([expect.objectContaining({ carId: 11 })]));
});

describe('damage', () => {
  const KNOWN = { no: 4, zone: 'bonnet', x: 150, y: 500, kind: 'dent', size: 3, note: '', photo: '' };
  const order = { ...OUT, tasks: [{ ...OUT.tasks[0]!, damages: [KNOWN] }] };
  const answers = {
    'POST /order/return': () => ({
      data: { overrun: 0, nightReturn: 0, differentCity: 0, total: 0, due: 0, surplus: 0, warnings: [] },
    }),
  };

  it('of the pickup is known before; what a tap on the sketch adds is new, and gets the next number', async () => {
    const { sent, container } = await open(ReturnDialog, 'return', { order, answers });
    const known = (await screen.findByText('Known before')).closest('li')!;
    expect(known.textContent).toContain('Bonnet');
    const left = container.ownerDocument.querySelector('[data-view="left"]')!;
    left.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect;
    fireEvent.click(left, { clientX: 170, clientY: 55 });
    const dialog = within(await screen.findByRole('dialog', { name: 'Damage 5' }));
    expect(dialog.getByRole('combobox', { name: 'Part' }).textContent).toBe('Left rear wing');
    await userEvent.click(dialog.getByRole('button', { name: 'Crack' }));
    await userEvent.type(dialog.getByLabelText('Size'), '012');
    await userEvent.type(dialog.getByLabelText('Note'), 'long');
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    const fresh = screen.getByText('New').closest('li')!;
    expect(fresh.textContent).toContain('Crack · 12 cm · long');
    await userEvent.click(within(known).getByRole('button', { name: 'Mark 4 is repaired' }));
    expect(known.textContent).toContain('No longer there');
    await fill('1300');
    await send('return');
    await waitFor(() =>
      expect(sent('/order/return')).toEqual([
        expect.objectContaining({
          damages: [{ zone: 'leftRearWing', x: 850, y: 550, kind: 'crack', size: 12, note: 'long' }],
          mended: [4],
        }),
      ]),
    );
  });

  it('is marked by the keyboard alone, from a list of parts, and taken off again', async () => {
    const { sent } = await open(ReturnDialog, 'return', { order, answers });
    (await screen.findByRole('button', { name: 'Add damage' })).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Damage 5' }));
    dialog.getByRole('combobox', { name: 'Part' }).focus();
    await userEvent.keyboard('{Enter}');
    (await screen.findByRole('option', { name: 'Tailgate' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(dialog.getByRole('combobox', { name: 'Part' }).textContent).toBe('Tailgate');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove mark' }));
    await waitFor(() => expect(screen.queryByText('New')).toBeNull());
    await fill('1300');
    await send('return');
    await waitFor(() => expect(sent('/order/return')).toHaveLength(1));
    expect(sent('/order/return')[0]).not.toHaveProperty('damages');
  });
});

it('refuses a mileage below the one at pickup', async () => {
  await open(ReturnDialog, 'return', { order: OUT });
  await userEvent.type(mileage(), '1000');
  expect(await screen.findByText(/cannot be below the mileage at pickup/)).toBeTruthy();
});

it('asks about a mileage far ahead of the pickup, and sends it once somebody confirms it', async () => {
  const { sent } = await open(ReturnDialog, 'return', { order: OUT });
  await userEvent.type(mileage(), '1300');
  expect(screen.queryByText(/odometer/)).toBeNull();
  await userEvent.type(mileage(), '000');
  expect(await screen.findByText(/more than the last known mileage/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('4/8'));
  await send('return');
  expect(sent('/order/return')).toEqual([]);
  await userEvent.click(screen.getByLabelText('The odometer does read 1,300,000 km'));
  expect(screen.queryByText(/more than the last known mileage/)).toBeNull();
  await send('return');
  await waitFor(() =>
    expect(sent('/order/return')).toEqual([expect.objectContaining({ mileage: 1_300_000, mileageConfirmed: 1 })]),
  );
});

it('shows what the desk should look at', async () => {
  const warnings = [
    { code: 'handover.warning.differentCity', message: 'No fee for this city', field: 'returnStoreId' },
  ];
  await open(ReturnDialog, 'return', {
    order: OUT,
    answers: {
      'POST /order/return': () => ({
        data: { overrun: 0, nightReturn: 0, differentCity: 0, total: 4750, due: 0, surplus: 0, warnings },
      }),
    },
  });
  await userEvent.type(mileage(), '1300');
  await userEvent.click(screen.getByLabelText('4/8'));
  await send('return');
  expect((await screen.findByRole('alert')).textContent).toContain('No fee for this city');
  // Nothing is left to take or to give back.
  expect(primary()).toEqual(['Close']);
});

it('shows what it came to, and leads on to the payment of what is due', async () => {
  const { sent } = await open(ReturnDialog, 'return', {
    order: OUT,
    answers: {
      'POST /order/return': () => ({
        data: { overrun: 600, nightReturn: 200, differentCity: 0, total: 4750, due: 800, surplus: 0, warnings: [] },
      }),
    },
  });
  await userEvent.type(mileage(), '1300');
  await userEvent.click(screen.getByLabelText('4/8'));
  await send('return');
  expect(await screen.findByText('AA 11 is back')).toBeTruthy();
  for (const amount of ['THB 600.00', 'THB 200.00', 'THB 800.00']) expect(screen.getByText(amount)).toBeTruthy();
  expect(screen.queryByText('Different-city return')).toBeNull();
  expect(sent('/order/return')).toEqual([expect.objectContaining({ id: 7, mileage: 1300, oil: 4, returnStoreId: 1 })]);
  expect(primary()).toEqual(['Take payment']);
  await userEvent.click(screen.getByRole('button', { name: 'Take payment' }));
  expect(await screen.findByText('payment dialog')).toBeTruthy();
});

it('says which deposits go back to whom, and from when', async () => {
  const part = (held: number, releaseDate: string) => ({ amount: held, held, releaseDate });
  const deposits = {
    depositType: 1,
    orderDeposit: part(3000, '2027-03-04'),
    violationDeposit: part(2000, '2027-03-11'),
    settled: false,
  };
  await open(ReturnDialog, 'return', {
    order: { ...OUT, deposits },
    answers: {
      'POST /order/return': () => ({
        data: { overrun: 0, nightReturn: 0, differentCity: 0, total: 4750, due: 0, surplus: 0, warnings: [] },
      }),
    },
  });
  await userEvent.type(mileage(), '1300');
  await userEvent.click(screen.getByLabelText('4/8'));
  await send('return');
  expect(await screen.findByText('Goes back to May')).toBeTruthy();
  for (const words of [
    'Order deposit',
    'can be refunded from 03月04日',
    'Violation deposit',
    'can be refunded from 03月11日',
  ])
    expect(screen.getByText(words)).toBeTruthy();
  for (const amount of ['THB 3,000.00', 'THB 2,000.00', 'THB 5,000.00']) expect(screen.getByText(amount)).toBeTruthy();
  // The sheet is there, and never the next step.
  expect(primary()).toEqual(['Request both refunds']);
  // Nothing is due: the refunds are the next step, and no words send the clerk to look for them.
  await userEvent.click(screen.getByRole('button', { name: 'Request both refunds' }));
  expect(await screen.findByText('refund dialog')).toBeTruthy();
});
