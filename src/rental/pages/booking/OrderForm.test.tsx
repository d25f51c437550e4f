import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { hasUnsavedChanges } from 'forecourt/admin';
import { type Reply, strictConsole } from 'forecourt/testing';
import { bookingDraft } from './bookingDraft.ts';
import OrderForm from './OrderForm.tsx';
import { create, field, open, QUOTE, quoted, STORED } from './testing/openForm.tsx';
import { FREE_CARS, renderDesk } from './testing/renderDesk.tsx';

strictConsole();

describe('new order', () => {
  it('names what is missing at its fields, puts the cursor into the first and sends nothing', async () => {
    const { sent } = await open();
    await create();
    expect(screen.getAllByText('Required').length).toBeGreaterThanOrEqual(5);
    expect(document.activeElement).toBe(field('pickupStoreId'));
    expect(sent('/order/save')).toEqual([]);
  });

  const LI = { id: 5, name: 'Li Lei', countryCode: '+66', phone: '812345678', idType: 2, idNo: 'E77', status: 1 };

  it('opened from a member begins with who that is; what he may not read in full is typed', async () => {
    const { sent } = await open({
      known: { memberId: 5 },
      answers: { 'GET /member/info/5': () => ({ data: { ...LI, idNo: 'E***7' } }) },
    });
    await waitFor(() => expect(field('renterName').value).toBe('Li Lei'));
    expect([field('renterPhone').value, field('renterIdNo').value]).toEqual(['812345678', '']);
    expect(sent('/order/save')).toEqual([]);
  });

  it('opened from a member keeps the trip that was typed before, for the other renter', async () => {
    await open({ draft: {}, known: { memberId: 5 }, answers: { 'GET /member/info/5': () => ({ data: LI }) } });
    await waitFor(() => expect(field('renterName').value).toBe('Li Lei'));
    expect(field('renterIdNo').value).toBe('E77');
    expect(field('plannedPickupTime').value).toContain('01');
    expect(screen.getByRole('button', { name: /fresh|again/i })).toBeTruthy();
  });

  it('opened from a car begins at its store with it', async () => {
    const { sent } = await open({
      known: { carId: FREE_CARS[0]!.id },
      answers: {
        [`GET /car/info/${FREE_CARS[0]!.id}`]: () => ({ data: { id: FREE_CARS[0]!.id, storeId: 1, subModelId: 4 } }),
      },
    });
    await waitFor(() =>
      expect(sent('/order/quote').at(-1)).toMatchObject({ pickupStoreId: 1, carId: FREE_CARS[0]!.id }),
    );
  });

  it('opened from a free time of the schedule begins with car, store and time, and reads nothing', async () => {
    const { sent, calls } = await open({
      known: { carId: 11, storeId: 2, subModelId: 4, time: '2099-03-05 14:00:00' },
    });
    const known = { carId: 11, subModelId: 4, pickupStoreId: 2, returnStoreId: 2 };
    const times = { plannedPickupTime: '2099-03-05 14:00:00', plannedReturnTime: '2099-03-06 14:00:00' };
    await waitFor(() => expect(sent('/order/quote').at(-1)).toMatchObject({ ...known, ...times }));
    expect(calls.filter(({ path }) => path.startsWith('/car/info/'))).toEqual([]);
  });

  it('opened from a day of a price takes store, model and day over what was typed before, and no car of before', async () => {
    const { sent } = await open({ draft: { carId: 11 }, known: { storeId: 2, subModelId: 5, time: '2099-03-05' } });
    await waitFor(() =>
      expect(sent('/order/quote').at(-1)).toMatchObject({
        ...{ pickupStoreId: 2, returnStoreId: 2, subModelId: 5 },
        ...{ plannedPickupTime: '2099-03-05 10:00:00', plannedReturnTime: '2099-03-06 10:00:00' },
      }),
    );
    expect(sent('/order/quote').at(-1)).not.toHaveProperty('carId');
    expect(field('renterName').value).toBe('May');
  });

  it('opened from a model begins with it', async () => {
    const { sent } = await open({ known: { subModelId: 4 } });
    await waitFor(() => expect(sent('/order/quote').at(-1)).toMatchObject({ subModelId: 4 }));
  });

  it('without a car names stores, hours and models that have one, and a click fills the form', async () => {
    const noCar = { code: 'quote.error.noCar', message: 'No vehicle is available', field: 'subModelId' };
    const offer = { count: 2, total: 3600 };
    const { sent, calls } = await open({
      draft: {},
      answers: {
        'POST /order/quote': ({ body }) => ({
          data: {
            ...QUOTE,
            errors:
              (body as { pickupStoreId: number; subModelId: number }).pickupStoreId === 1 &&
              (body as { subModelId: number }).subModelId === 4
                ? [noCar]
                : [],
          },
        }),
        'GET /order/alternatives': () => ({
          data: {
            stores: [{ storeId: 2, storeName: 'Patong', ...offer }],
            times: [{ pickupTime: '2027-03-01 12:00:00', returnTime: '2027-03-04 15:20:00', count: 1, total: null }],
            models: [{ subModelId: 9, subModelName: 'Honda City', ...offer }],
          },
        }),
      },
    });
    const panel = within(await screen.findByRole('group', { name: 'Other pickup times that day' }));
    expect(panel.getByRole('button').textContent).toBe('12:001 free');
    expect(screen.getByRole('button', { name: /Honda City/ }).textContent).toBe('Honda CityTHB 3,600.00 · 2 free');
    expect(calls.find(({ path }) => path === '/order/alternatives')!.query).toEqual({
      ...{ storeId: '1', returnStoreId: '1', subModelId: '4', channel: '4' },
      ...{ pickupTime: '2027-03-01 10:00:00', returnTime: '2027-03-04 13:20:00' },
    });
    await userEvent.click(panel.getByRole('button'));
    const times = { plannedPickupTime: '2027-03-01 12:00:00', plannedReturnTime: '2027-03-04 15:20:00' };
    await waitFor(() => expect(sent('/order/quote').at(-1)).toMatchObject(times));
    await userEvent.click(await screen.findByRole('button', { name: /^Patong/ }));
    await waitFor(() =>
      expect(sent('/order/quote').at(-1)).toMatchObject({
        ...times,
        pickupStoreId: 2,
        returnStoreId: 2,
        subModelId: 4,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /Honda City/ })).toBeNull());
  });

  it('without a car says when nothing else has one either', async () => {
    const noCar = { code: 'quote.error.noCar', message: 'No vehicle is available', field: 'subModelId' };
    await open({
      draft: {},
      answers: {
        ...quoted({ errors: [noCar] }),
        'GET /order/alternatives': () => ({ data: { stores: [], times: [], models: [] } }),
      },
    });
    expect(await screen.findByText('No other store, hour or model has a car for this trip')).toBeTruthy();
  });

  it('opened from a member who cannot be read begins empty', async () => {
    await open({
      known: { memberId: 5 },
      answers: { 'GET /member/info/5': () => ({ status: 403, message: 'Not allowed' }) },
    });
    expect(field('renterName').value).toBe('');
  });

  it('says of each free model what this rental costs and how many there are, without a price only how many', async () => {
    const car = { ...FREE_CARS[0]!, warnings: [], externalPlate: 0 };
    const free = [
      { ...car, total: 4750 },
      { ...car, id: 12, plate: 'BB 12', total: 4750 },
      { ...car, id: 13, plate: 'CC 13', subModelId: 5, subModelName: 'Honda City', total: null },
    ];
    await open({ draft: { subModelId: null }, answers: { 'GET /order/availablecars': () => ({ data: free }) } });
    await userEvent.click(field('subModelId'));
    const option = async (name: RegExp) => (await screen.findByRole('option', { name })).textContent;
    expect(await option(/^Toyota Yaris/)).toBe('Toyota YarisTHB 4,750.00 · 2 free');
    expect(await option(/^Honda City/)).toBe('Honda City1 free');
  });

  it('shows every line of the live price, what is taken off with a minus, deposits apart', async () => {
    await open({ draft: {} });
    const quote = await screen.findByRole('complementary', { name: 'Price' });
    await within(quote).findByText('THB 4,750.00');
    expect(within(quote).getByText('3 days 4 hours')).toBeTruthy();
    expect(within(quote).getByText('−50.00')).toBeTruthy();
    expect(within(quote).getByText('Deposits, paid with the order')).toBeTruthy();
  });

  it('explains a line on a tap', async () => {
    await open({ draft: {} });
    await userEvent.click(await screen.findByRole('button', { name: /^Basic insurance/ }));
    expect(await screen.findByText('THB 100.00 a day for 3 days.')).toBeTruthy();
  });

  it('cannot be saved while the price has errors, and says them at their fields and in the list', async () => {
    await open({
      draft: {},
      answers: quoted({
        errors: [{ code: 'quote.error.storeClosed', message: 'The store is closed', field: 'pickupStoreId' }],
      }),
    });
    expect((await screen.findAllByText('The store is closed')).length).toBe(2);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create order' })).toHaveProperty('disabled', true));
  });

  it('can be saved with warnings', async () => {
    const { sent, onClose } = await open({
      draft: {},
      answers: {
        ...quoted({
          warnings: [{ code: 'quote.warning.minAdvance', message: 'Too soon', field: 'plannedPickupTime' }],
        }),
        'POST /order/save': () => ({ data: { id: 9, orderNo: 'R1' } }),
      },
    });
    expect((await screen.findAllByText('Too soon')).length).toBe(2);
    await create();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('/order/save')[0]).toMatchObject({
      renterName: 'May',
      subModelId: 4,
      plannedReturnTime: '2027-03-04 13:20:00',
    });
    expect(bookingDraft(1, 'new').read()).toBeUndefined();
  });

  it('can be sent again after a lost answer, though the price says by now that this very order holds the car', async () => {
    let saved = 0;
    const { sent, onClose } = await open({
      draft: {},
      answers: {
        'POST /order/quote': () => ({
          data:
            saved === 0
              ? QUOTE
              : { ...QUOTE, errors: [{ code: 'quote.error.carBooked', message: 'Booked: order R1', field: 'carId' }] },
        }),
        'POST /order/save': () =>
          saved++ === 0 ? { status: 503, message: 'Busy' } : { data: { id: 9, orderNo: 'R1' } },
      },
    });
    await create();
    await screen.findAllByText(/It is not known whether this was done/);
    const quotes = sent('/order/quote').length;
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await waitFor(() => expect(sent('/order/quote').length).toBeGreaterThan(quotes));
    expect(screen.queryByText('Booked: order R1')).toBeNull();
    await create();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('/order/save')[1]).toEqual(sent('/order/save')[0]);
  });

  it('says nothing of the order that it is just making, though a price asked meanwhile finds it on the car', async () => {
    let answer: ((reply: Reply) => void) | undefined;
    const { sent, onClose } = await open({
      draft: {},
      answers: {
        'POST /order/quote': () => ({
          data: answer
            ? { ...QUOTE, errors: [{ code: 'quote.error.carBooked', message: 'Booked: order R1', field: 'carId' }] }
            : QUOTE,
        }),
        'POST /order/save': () => new Promise<Reply>((resolve) => (answer = resolve)),
      },
    });
    const seen = vi.fn();
    const watcher = new MutationObserver(() => {
      if (screen.queryAllByText('Booked: order R1').length > 0) seen();
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    await create();
    await waitFor(() => expect(answer).toBeDefined());
    const quotes = sent('/order/quote').length;
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await waitFor(() => expect(sent('/order/quote').length).toBeGreaterThan(quotes));
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer!({ data: { id: 9, orderNo: 'R1' } });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    watcher.disconnect();
    expect(seen).not.toHaveBeenCalled();
  });

  it('loses nothing that was typed to a refusal, whose reasons land on the fields', async () => {
    const { onClose } = await open({
      draft: {},
      answers: {
        'POST /order/save': () => ({
          statusCode: 400,
          message: 'Parameter error',
          data: { errors: { renterIdNo: 'Not a number of this type' } },
        }),
      },
    });
    await create();
    expect(await screen.findByText('Not a number of this type')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('renterIdNo')));
    expect(field('renterName').value).toBe('May');
    expect(onClose).not.toHaveBeenCalled();
    expect(bookingDraft(1, 'new').read()?.draft.renterName).toBe('May');
  });

  it.each<[string, () => Reply]>([
    ['a 503', () => ({ status: 503, message: 'Busy' })],
    ['a lost line', () => new TypeError('network')],
  ])('keeps everything typed after %s, and pressed again it is the same booking', async (_name, lost) => {
    let answer = lost;
    const { calls, onClose } = await open({ draft: {}, answers: { 'POST /order/save': () => answer() } });
    await userEvent.type(field('remark'), 'seat');
    await create();
    expect((await screen.findAllByText(/It is not known whether this was done/)).length).toBeGreaterThan(0);
    expect([field('renterName').value, field('remark').value]).toEqual(['May', 'seat']);
    expect(hasUnsavedChanges()).toBe(true);
    answer = () => ({ data: { id: 9, orderNo: 'R1' } });
    await create();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = calls.filter(({ path }) => path === '/order/save');
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
    expect(hasUnsavedChanges()).toBe(false);
  });

  it('offers the other free cars when the chosen one is taken', async () => {
    await open({
      draft: { carId: 11 },
      answers: quoted({ errors: [{ code: 'availability.order', message: 'Booked: R26112100003', field: 'carId' }] }),
    });
    expect((await screen.findAllByText('Booked: R26112100003')).length).toBeGreaterThan(0);
    await userEvent.click(await screen.findByRole('button', { name: 'BB 12' }));
    await waitFor(() => expect(field('carId').value).toBe('BB 12'));
  });

  it('books a renter of the blacklist only with a reason, by somebody who may', async () => {
    const answers = {
      'POST /order/save': ({ body }: { body: unknown }) =>
        (body as { allowBlacklisted?: number }).allowBlacklisted === 1
          ? { data: { id: 9, orderNo: 'R1' } }
          : { statusCode: 400, message: 'Refused', data: { errors: { renterPhone: 'On the blacklist' } } },
    };
    const { sent, onClose } = await open({ draft: {}, answers });
    await create();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Book all the same' }));
    await create();
    expect(sent('/order/save')).toHaveLength(1);
    await userEvent.type(screen.getByLabelText('Reason'), 'Paid');
    await create();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('/order/save')[1]).toMatchObject({ allowBlacklisted: 1, overrideReason: 'Paid' });
  });

  it('asks about the same trip, shows the orders of the renter, and books once it is confirmed', async () => {
    const answers = {
      'POST /order/save': ({ body }: { body: unknown }) =>
        (body as { confirmed?: number }).confirmed === 1
          ? { data: { id: 9, orderNo: 'R1' } }
          : { statusCode: 400, message: 'Refused', data: { errors: { confirmed: 'The same trip: order R7' } } },
    };
    const { sent, onClose } = await open({ draft: {}, answers });
    await create();
    expect(await screen.findAllByText('The same trip: order R7')).toHaveLength(1);
    const link = screen.getByRole('link', { name: 'Orders of this renter' });
    expect(decodeURIComponent(link.getAttribute('href')!)).toContain('"keyword":');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Book all the same' }));
    await create();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('/order/save')[1]).toMatchObject({ confirmed: 1 });
  });

  it('is found as far as it was typed by whoever comes back, in another language too', async () => {
    const { unmount } = await open();
    await userEvent.type(field('renterName'), 'Half Typed');
    unmount();
    await open({ locale: 'th-TH' });
    expect(field('renterName').value).toBe('Half Typed');
  });

  it('asks before typed work is thrown away', async () => {
    const { onClose } = await open({ draft: {} });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalled();
    expect(bookingDraft(1, 'new').read()).toBeUndefined();
  });
});

describe('modify', () => {
  const answers = { 'GET /order/info/7': () => ({ data: STORED }), ...quoted({ difference: -250 }) };

  it.each([
    [['order-edit'], 0],
    [['order-edit', 'order-add'], 1],
  ])('with %j offers so many searches of members: %i', async (permissions, searches) => {
    await open({ id: 7, answers, permissions });
    await screen.findByDisplayValue('May');
    expect(screen.queryAllByLabelText('Search members by name, phone or ID number')).toHaveLength(searches);
  });

  it('shows the difference and sends only what changed, with the version it began from', async () => {
    const { sent, onClose } = await open({
      id: 7,
      answers: { ...answers, 'POST /order/save': () => ({ data: { id: 7, orderNo: STORED.orderNo } }) },
    });
    expect(await screen.findByText('THB −250.00')).toBeTruthy();
    await userEvent.type(field('remark'), 'seat');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('/order/save')).toEqual([{ id: 7, updateTime: STORED.updateTime, remark: 'seat' }]);
  });

  it('keeps what was typed when somebody else saved first, and takes over the rest', async () => {
    let theirs = false;
    const { sent } = await open({
      id: 7,
      answers: {
        ...answers,
        'GET /order/info/7': () => ({
          data: theirs ? { ...STORED, renterName: 'Mai', updateTime: '2027-01-01 11:00:00' } : STORED,
        }),
        'POST /order/save': ({ body }: { body: unknown }) =>
          (body as { updateTime: string }).updateTime === STORED.updateTime
            ? { statusCode: 409, message: 'changed' }
            : { data: { id: 7, orderNo: STORED.orderNo } },
      },
    });
    await userEvent.type(field('remark'), 'seat');
    theirs = true;
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Load their version' }));
    await waitFor(() => expect(field('renterName').value).toBe('Mai'));
    expect(field('remark').value).toBe('seat');
    // The form is reachable again once the question above it has gone.
    await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(sent('/order/save')[1]).toEqual({ id: 7, updateTime: '2027-01-01 11:00:00', remark: 'seat' }),
    );
  });
});

describe('an address that was typed or kept', () => {
  it('opens no form for an order that can no longer be modified, and says why', async () => {
    const { sent } = await renderDesk(() => <OrderForm resource="order" id={7} onClose={vi.fn()} />, {
      answers: { 'GET /order/info/7': () => ({ data: { ...STORED, status: 2 } }) },
    });
    expect(await screen.findByText('Not possible after the car has been picked up')).toBeTruthy();
    expect(sent('/order/quote')).toEqual([]);
  });

  it('opens no form for somebody who may not book', async () => {
    await renderDesk(() => <OrderForm resource="order" onClose={vi.fn()} />, { permissions: ['order-list'] });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create order' })).toBeNull();
  });
});
