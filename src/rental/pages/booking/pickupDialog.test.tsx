import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RaRecord } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { strictConsole, type Call, type Reply } from 'forecourt/testing';
import PickupDialog from './PickupDialog.tsx';
import { fakeCounter, fill, mileage, open, ORDER, send, stored, take, uploads, wall } from './testing/counter.tsx';
import { FREE_CARS, renderDesk } from './testing/renderDesk.tsx';

strictConsole();
fakeCounter();

it('names mileage and fuel level when they are missing and sends nothing', async () => {
  const { sent } = await open(PickupDialog, 'pickup');
  await send('pickup');
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(sent('/order/pickup')).toEqual([]);
});

it('says before anybody types that the order was cancelled meanwhile', async () => {
  await renderDesk(
    (model) => (
      <PickupDialog
        model={model}
        action={model.actions.find(({ name }) => name === 'pickup')!}
        record={ORDER as RaRecord}
        started
      />
    ),
    { answers: { 'GET /order/info/7': () => ({ data: { ...ORDER, status: -1 } }) } },
  );
  const dialog = await screen.findByRole('dialog', { name: 'Pickup' });
  await within(dialog).findByText(/^This is not possible any more/);
  within(dialog).getByText('Cancelled');
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says before anybody presses what is required, and is named by its own words all the same', async () => {
  await open(PickupDialog, 'pickup');
  for (const label of ['Plate number', 'Mileage (km)', 'Time'])
    expect(screen.getByLabelText(label).getAttribute('aria-required')).toBe('true');
  expect(screen.getByRole('radiogroup').getAttribute('aria-required')).toBe('true');
  expect(screen.getByLabelText('Remark').getAttribute('aria-required')).toBeNull();
});

it.each([
  ['plate', { carId: null, plate: '' }, () => Promise.resolve()],
  [
    'time',
    {},
    async () => {
      await userEvent.clear(screen.getByLabelText('Time'));
      await userEvent.tab();
    },
  ],
] as const)('without a %s says so at that field and sends nothing', async (_name, order, empty) => {
  const { sent } = await open(PickupDialog, 'pickup', { order });
  await fill('1005');
  await empty();
  await send('pickup');
  expect(screen.getAllByText('Required')).toHaveLength(1);
  const field = screen.getByLabelText('plate' === _name ? 'Plate number' : 'Time');
  const note = document.getElementById(field.getAttribute('aria-describedby')!);
  expect(note?.textContent).toBe('Required');
  expect(sent('/order/pickup')).toEqual([]);
});

it("refuses a mileage below the car's before asking the server", async () => {
  const { sent } = await open(PickupDialog, 'pickup');
  await userEvent.type(mileage(), '999');
  await userEvent.click(screen.getByLabelText('5/8'));
  expect(await screen.findByText(/cannot be below the vehicle's mileage/)).toBeTruthy();
  await send('pickup');
  expect(sent('/order/pickup')).toEqual([]);
});

it('says before anything is sent that the car may not leave so early, and at the planned time says nothing', async () => {
  const answers = {
    'GET /order/availablecars': ({ query }: Call) => ({
      data: (query['pickupTime'] ?? '') < ORDER.plannedPickupTime ? [] : FREE_CARS,
    }),
  };
  const early = await open(PickupDialog, 'pickup', { answers });
  expect(await screen.findByText(/the vehicle is promised to another order/)).toBeTruthy();
  early.unmount();
  await open(PickupDialog, 'pickup', { answers, order: { plannedPickupTime: wall(-1) } });
  expect(screen.queryByText(/the vehicle is promised to another order/)).toBeNull();
});

it.each<[string, () => Reply]>([
  ['a 503', () => ({ status: 503, message: 'Busy' })],
  ['a lost line', () => new TypeError('network')],
])('keeps everything typed after %s, and pressed again it is the same handover', async (_name, lost) => {
  let answer = lost;
  const { calls } = await open(PickupDialog, 'pickup', { answers: { 'POST /order/pickup': () => answer() } });
  take('mileagePhoto');
  await screen.findByAltText('Mileage photo 1');
  await userEvent.type(mileage(), '1005');
  await userEvent.click(screen.getByLabelText('8/8'));
  await send('pickup');
  expect(await screen.findByText(/It is not known whether this was done/)).toBeTruthy();
  expect(mileage().value).toBe('1005');
  expect(screen.getByAltText('Mileage photo 1')).toBeTruthy();
  answer = () => ({ data: { warnings: [] } });
  await send('pickup');
  await waitFor(() => expect(calls.filter(({ path }) => path === '/order/pickup')).toHaveLength(2));
  const [first, second] = calls.filter(({ path }) => path === '/order/pickup');
  expect(second!.body).toEqual(first!.body);
  expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
});

it('of an unpaid order is for those who may and give the reason', async () => {
  const answers = { 'POST /order/pickup': () => ({ data: { warnings: [] } }) };
  const clerk = await open(PickupDialog, 'pickup', {
    order: { payStatus: 0, due: 500 },
    permissions: ['order-edit'],
    answers,
  });
  expect(screen.getByText(/THB 500.00/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hand over the car' })).toHaveProperty('disabled', true);
  clerk.unmount();

  const { sent } = await open(PickupDialog, 'pickup', {
    order: { payStatus: 0, due: 500 },
    permissions: ['order-edit', 'order-enable'],
    answers,
  });
  await userEvent.click(screen.getByRole('checkbox', { name: /unpaid/ }));
  await userEvent.type(mileage(), '1005');
  await userEvent.click(screen.getByLabelText('8/8'));
  await send('pickup');
  expect(sent('/order/pickup')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Remark'), 'later');
  await send('pickup');
  await waitFor(() =>
    expect(sent('/order/pickup')).toEqual([expect.objectContaining({ allowUnpaid: 1, remark: 'later' })]),
  );
});

it('asks whether an unwashed car goes out, for that car alone, and sends nothing before', async () => {
  const car = { id: 11, status: 1, auditStatus: 1, mileage: 1000, inspectionExpiry: '2099-01-01', compulsoryInsurance: { endDate: '2099-01-01' }, ready: 0 }; // prettier-ignore
  const { sent } = await open(PickupDialog, 'pickup', {
    answers: {
      'GET /car/info/11': () => ({ data: car }),
      'POST /order/pickup': () => ({ data: { warnings: [] } }),
    },
  });
  await screen.findByText('The vehicle has not been washed since it came back');
  await fill('1005');
  await send('pickup');
  await screen.findByText('Have it washed, choose another vehicle, or confirm');
  expect(sent('/order/pickup')).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hand it over unwashed' }));
  expect(screen.queryByText('Have it washed, choose another vehicle, or confirm')).toBeNull();
  await send('pickup');
  await waitFor(() => expect(sent('/order/pickup')).toHaveLength(1));
});

it('says in words that a policy and an inspection end before the return, as texts that load with the dialog', async () => {
  const [today] = wall(0).split(' ');
  const car = { id: 11, status: 1, auditStatus: 1, mileage: 1000, inspectionExpiry: today, compulsoryInsurance: { endDate: today } }; // prettier-ignore
  await open(PickupDialog, 'pickup', {
    later: ['rental.availability', 'rental.handover', 'rental.vehicle'],
    answers: { 'GET /car/info/11': () => ({ data: car }) },
  });
  await screen.findByText(/^The compulsory insurance ends before the return/);
  await screen.findByText(/^The annual inspection ends before the return/);
});

// There is nothing to see here: that something was drawn is what counts.
const paper = new Proxy({}, { get: () => () => undefined, set: () => true }) as CanvasRenderingContext2D;

describe('another car', () => {
  // The contract is signed anew for it.
  beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper));

  it('is taken with a click where the own one is out; who has it is said, but no renter of another store', async () => {
    const out = { id: 21, orderNo: 'R9', renterName: 'WANG LI', returnTime: '2027-02-28 16:00:00', late: 88 };
    const unseen = { id: null, orderNo: '', renterName: '', returnTime: '', late: 0 };
    const cars = [
      { ...FREE_CARS[0]!, free: 0, out },
      { ...FREE_CARS[1]!, free: 1 },
      { ...FREE_CARS[1]!, id: 13, plate: 'CC 13', free: 0, out: unseen },
    ];
    await open(PickupDialog, 'pickup', { answers: { 'GET /order/availablecars': () => ({ data: cars }) } });
    expect(await screen.findByText(/^AA 11: WANG LI has it, due back .+ 16:00, 1 h 28 min late/)).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Plate number' }));
    const other = await screen.findByRole('option', { name: /CC 13.*Out with a renter of another store/ });
    expect(other.getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Take BB 12' }));
    expect(screen.queryByText(/WANG LI has it/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Plate number' }).value).toBe('BB 12');
  });
});

describe('the signature of the renter', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['x'], { type: 'image/png' })),
    );
  });
  const unsigned = { contractStatus: 0, contractSignTime: '' };
  const words = { 'zh-CN': 'W', 'en-US': 'W', 'th-TH': 'W' };
  const document = { title: words, sections: [], termsTitle: words, terms: [], agreement: words };
  const contract = {
    contractNo: '',
    html: '',
    document,
    status: 0,
    signTime: '',
    signImage: '',
    updateTime: '2027-02-20 09:00:00',
  };
  const answers = {
    'GET /order/contract/7': () => ({ data: contract }),
    'POST /order/pickup': () => ({ data: { warnings: [] } }),
  };
  const draw = async (): Promise<void> => {
    const canvas = await screen.findByRole('img', { name: 'Signature of May' });
    const at = (clientX: number, buttons: number) => ({ pointerId: 1, pointerType: 'mouse', isPrimary: true, clientX, clientY: 5, buttons }); // prettier-ignore
    fireEvent.pointerDown(canvas, at(5, 1));
    fireEvent.pointerMove(window, at(50, 1));
    fireEvent.pointerUp(window, at(50, 0));
  };

  it('is asked for before the keys go out, and goes with them and the version that was read', async () => {
    const { sent } = await open(PickupDialog, 'pickup', { order: unsigned, answers });
    await fill('1005');
    await screen.findByRole('img', { name: 'Signature of May' });
    await send('pickup');
    expect(screen.getAllByText('Required')).toHaveLength(1);
    expect(sent('/order/pickup')).toEqual([]);
    await draw();
    uploads.answer = () => stored('signature', 'image/png');
    await send('pickup');
    await waitFor(() =>
      expect(sent('/order/pickup')).toEqual([
        expect.objectContaining({ signImage: 'signature', updateTime: contract.updateTime }),
      ]),
    );
  });

  it('is left out for a reason only', async () => {
    const { sent } = await open(PickupDialog, 'pickup', { order: unsigned, answers });
    await fill('1005');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Without a signature' }));
    await send('pickup');
    expect(sent('/order/pickup')).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Why it is not signed here' }), 'on paper');
    await send('pickup');
    await waitFor(() =>
      expect(sent('/order/pickup')).toEqual([expect.objectContaining({ unsignedReason: 'on paper' })]),
    );
  });

  it('of a contract that is signed is not asked for again', async () => {
    await open(PickupDialog, 'pickup');
    expect(await screen.findByText(/The contract was signed on/)).toBeTruthy();
    expect(screen.queryByRole('img', { name: /Signature/ })).toBeNull();
  });
});
