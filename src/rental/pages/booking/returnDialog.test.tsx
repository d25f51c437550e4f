import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import ReturnDialog from './ReturnDialog.tsx';
import { satang, type ReturnTerms } from '../../rules/index.ts';
import { fakeCounter, fill, mileage, open, OUT, send, TERMS } from './testing/counter.tsx';

strictConsole();
fakeCounter();

/** The answer of a return that changed nothing. */
const RETURNED = {
  ...{ charges: 0, paid: 0, held: 0, overrun: 0, nightReturn: 0, differentCity: 0 },
  ...{ total: 0, due: 0, surplus: 0, warnings: [] },
};

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
        data: RETURNED,
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
      data: RETURNED,
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
        data: { ...RETURNED, total: 4750, warnings },
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
        data: { ...RETURNED, overrun: 600, nightReturn: 200, total: 4750, paid: 3950, due: 800 },
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
        data: { ...RETURNED, total: 4750, paid: 9750, held: 5000 },
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

describe('charges', () => {
  const priced: ReturnTerms = {
    ...TERMS,
    fuelPricePerEighth: satang(250_00),
    damagePrices: [{ part: 'door', kind: 'scratch', amount: satang(1800_00) }],
  };
  const withTerms = (terms: ReturnTerms, answers: object = {}) => ({
    order: OUT,
    answers: {
      'GET /order/returnterms/7': () => ({ data: terms }),
      'POST /order/return': () => ({ data: RETURNED }),
      ...answers,
    },
  });
  const charges = () => within(screen.getByRole('group', { name: 'Charges of this return' }));
  /** 1 300 km and a tank with six eighths. */
  const read = async () => {
    await userEvent.type(mileage(), '1300');
    await userEvent.click(screen.getByLabelText('6/8'));
  };
  const addScratch = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Add damage' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Damage/ })).toBeNull());
  };

  it('are proposed as soon as the fuel is read and the damage is marked, and are sent as they stand', async () => {
    const { sent } = await open(ReturnDialog, 'return', withTerms(priced));
    expect(screen.queryByText('Charges of this return')).toBeNull();
    await read();
    const fuel = await screen.findByLabelText<HTMLInputElement>('Fuel: 2/8 missing');
    expect(fuel.value).toBe('500.00');
    expect(charges().getByText('2 × THB 250.00')).toBeTruthy();
    await addScratch();
    expect(charges().getByLabelText<HTMLInputElement>('Damage 1: Left front door, Scratch').value).toBe('1,800.00');
    expect(charges().getByRole('status').textContent).toBe('THB 2,300.00');
    await send('return');
    await waitFor(() =>
      expect(sent('/order/return')).toEqual([
        expect.objectContaining({
          charges: [
            { kind: 'fuel', amount: 500 },
            { kind: 'damage', mark: 0, amount: 1800 },
          ],
        }),
      ]),
    );
  });

  it('that are changed or removed ask why, and go back to what was proposed', async () => {
    const { sent } = await open(ReturnDialog, 'return', withTerms(priced));
    await read();
    await userEvent.click(await screen.findByRole('button', { name: 'Charge nothing: Fuel: 2/8 missing' }));
    expect(charges().getByText('Proposed: THB 500.00')).toBeTruthy();
    await send('return');
    expect(sent('/order/return')).toEqual([]);
    expect(await screen.findByText('Required')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByLabelText<HTMLInputElement>('Fuel: 2/8 missing').value).toBe('500.00');
    await userEvent.clear(screen.getByLabelText('Fuel: 2/8 missing'));
    await userEvent.type(screen.getByLabelText('Fuel: 2/8 missing'), '300');
    await userEvent.type(screen.getByLabelText(/Reason for the change/), 'half the price');
    await send('return');
    await waitFor(() =>
      expect(sent('/order/return')).toEqual([
        expect.objectContaining({ charges: [{ kind: 'fuel', amount: 300, reason: 'half the price' }] }),
      ]),
    );
  });

  it('without a price on file stay empty and say so; what the desk enters needs no reason', async () => {
    const { sent } = await open(ReturnDialog, 'return', withTerms(TERMS));
    await read();
    const fuel = await screen.findByLabelText<HTMLInputElement>('Fuel: 2/8 missing');
    expect(fuel.value).toBe('');
    expect(charges().getByText('No price on file. Enter an amount or leave it empty')).toBeTruthy();
    await addScratch();
    await userEvent.type(charges().getByLabelText('Damage 1: Left front door, Scratch'), '700');
    await send('return');
    await waitFor(() =>
      expect(sent('/order/return')).toEqual([
        expect.objectContaining({ charges: [{ kind: 'damage', mark: 0, amount: 700 }] }),
      ]),
    );
  });

  it('are not sent where nobody could work them out, and the form says so', async () => {
    const { sent } = await open(
      ReturnDialog,
      'return',
      withTerms(priced, { 'GET /order/returnterms/7': () => ({ status: 500, statusCode: 500, message: 'down' }) }),
    );
    expect(await screen.findByText(/charges could not be worked out/)).toBeTruthy();
    await read();
    await send('return');
    await waitFor(() => expect(sent('/order/return')).toHaveLength(1));
    expect(sent('/order/return')[0]).not.toHaveProperty('charges');
  });

  it('survive with the draft, when the network is gone at the next look', async () => {
    const first = await open(ReturnDialog, 'return', withTerms(priced));
    await read();
    await userEvent.click(await screen.findByRole('button', { name: 'Charge nothing: Fuel: 2/8 missing' }));
    await userEvent.type(screen.getByLabelText(/Reason for the change/), 'full again');
    first.unmount();
    const { sent } = await open(
      ReturnDialog,
      'return',
      withTerms(priced, { 'GET /order/returnterms/7': () => ({ status: 500, statusCode: 500, message: 'down' }) }),
    );
    expect(screen.getByLabelText<HTMLInputElement>(/Reason for the change/).value).toBe('full again');
    await send('return');
    await waitFor(() =>
      expect(sent('/order/return')).toEqual([
        expect.objectContaining({ charges: [{ kind: 'fuel', amount: 0, reason: 'full again' }] }),
      ]),
    );
  });

  it('are paid from the deposits: the answer says what is kept and what goes back, and both refunds are one step away', async () => {
    const part = (held: number) => ({ amount: held, held, releaseDate: '2027-03-04' });
    const deposits = { depositType: 1, orderDeposit: part(5000), violationDeposit: part(3000), settled: false };
    const answer = { ...RETURNED, charges: 2300, total: 5200, paid: 10_900, held: 8000, due: 2300 };
    await open(ReturnDialog, 'return', {
      ...withTerms(priced, { 'POST /order/return': () => ({ data: answer }) }),
      order: { ...OUT, deposits },
    });
    await read();
    await send('return');
    expect(await screen.findByText('Goes back to May')).toBeTruthy();
    const valueOf = (label: string) => screen.getByText(label).parentElement!.textContent!.slice(label.length);
    expect(
      ['Charges of this return', 'Total', 'Paid', 'From deposit', 'Still due', 'Goes back to May'].map(valueOf),
    ).toEqual(['THB 2,300.00', 'THB 5,200.00', 'THB 2,900.00', 'THB 2,300.00', 'THB 0.00', 'THB 5,700.00']);
    expect(primary()).toEqual(['Request both refunds']);
    await userEvent.click(screen.getByRole('button', { name: 'Request both refunds' }));
    expect(await screen.findByText('refund dialog')).toBeTruthy();
  });

  it('beyond the deposits are taken first', async () => {
    const answer = { ...RETURNED, charges: 9000, total: 12_000, paid: 11_000, held: 8000, due: 9000 };
    await open(ReturnDialog, 'return', withTerms(priced, { 'POST /order/return': () => ({ data: answer }) }));
    await read();
    await send('return');
    expect(await screen.findByText('AA 11 is back')).toBeTruthy();
    expect(primary()).toEqual(['Take payment']);
  });
});
