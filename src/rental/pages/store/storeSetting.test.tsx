// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import store from '../../../../schemas/store.json';
import storeSetting from '../../../../schemas/storeSetting.json';
import { registerComponents } from 'forecourt/admin';
import { FurtherPage, strictConsole, type Reply } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import PausePeriodsInput from './PausePeriodsInput.tsx';
import StoreSettingPreview from './StoreSettingPreview.tsx';

strictConsole();
registerComponents({ eager: { PausePeriodsInput, StoreSettingPreview } });

const SETTINGS = {
  id: 7,
  storeId: 7,
  storeName: 'Patong',
  pausePeriods: [] as object[],
  cancelRules: { weekday: { freeHours: 24, penaltyPercent: 30 }, holiday: { freeHours: 72, penaltyPercent: 50 } },
  holidayPickup: { pickupAllowed: 1, returnAllowed: 1, startTime: '', endTime: '' },
  festivals: [],
  maxPausePeriods: 10,
  updateTime: '2027-01-01 10:00:00',
};
const QUOTE = {
  total: 3950,
  errors: [] as object[],
  warnings: [] as object[],
  fees: [{ item: 'rental', amount: 3950 }],
};
const CANCEL = { rule: 'weekday', percent: 30, freeUntil: '2027-02-28 10:00:00', penalty: 1080 };
const answered = (quote: object = {}, further: object = {}) => ({
  data: { quote: { ...QUOTE, ...quote }, cancel: CANCEL, orders: [], ...further },
});

/** The settings page of a store; `answer` is what the preview is told. */
const open = (
  settings: object = {},
  answer: () => { data: object } = () => answered(),
  saved: () => Reply = () => ({ data: { id: 7 } }),
) =>
  renderDesk(
    () => <FurtherPage resource="store" id={7} page={{ path: '/store/seting/:id', document: 'storeSetting' }} />,
    {
      schemas: { store: store as EntitySchema, storeSetting: storeSetting as EntitySchema },
      answers: {
        'GET /basics/store/info/7': () => ({ data: { id: 7, storeName: 'Patong', updateTime: SETTINGS.updateTime } }),
        'GET /basics/store/festivalseting/7': () => ({ data: { ...SETTINGS, ...settings } }),
        'GET /car/submodelslist': () => ({ data: [{ id: 4, name: 'Yaris' }] }),
        'GET /basics/holiday/list': () => ({ data: { list: [{ id: 3, name: 'Songkran' }], total: 1 } }),
        'POST /basics/store/previewseting': answer,
        'POST /basics/store/savefestivalseting': saved,
      },
    },
  );

const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }));
async function chooseModel(): Promise<void> {
  await userEvent.click((await preview()).getByRole('combobox', { name: 'Vehicle model' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Yaris' }));
}

describe('pauses', () => {
  const pauses = (count: number, year: number) =>
    Array.from({ length: count }, (_one, day) => ({
      startTime: `${year}-01-${String(day + 10)} 00:00:00`,
      endTime: `${year}-01-${String(day + 10)} 12:00:00`,
    }));
  const lines = () => screen.getAllByRole('table')[0]!.querySelectorAll('tbody tr').length;
  const add = () => userEvent.click(screen.getAllByRole('button', { name: 'Add a line' })[0]!);

  it('are no more to come than the parameters allow: the next is refused where it would stand', async () => {
    await open({ pausePeriods: [...pauses(1, 2020), ...pauses(9, 2099)] });
    await screen.findByRole('heading', { level: 1 });
    // The one that is past does not count.
    await waitFor(() => expect(lines()).toBe(10));
    await add();
    expect(lines()).toBe(11);
    await add();
    expect(screen.getByRole('alert').textContent).toBe('Maximum pause time limit reached');
    expect(lines()).toBe(11);
    await userEvent.click(screen.getAllByRole('button', { name: /^Remove line/ })[10]!);
    expect(screen.queryByRole('alert')).toBeNull();
    await add();
    expect(lines()).toBe(11);
  });
});

describe('what is saved', () => {
  const PAUSE = { startTime: '2099-01-10 00:00:00', endTime: '2099-01-11 00:00:00', remark: '' };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const flip = async (name: RegExp, at: number) =>
    userEvent.click((await screen.findAllByRole('switch', { name }))[at]!);

  it('is what the switches say, of every holiday and of one, and a pause that was changed', async () => {
    const festival = {
      holidayId: 3,
      holidayName: 'Songkran',
      pickupAllowed: 1,
      returnAllowed: 1,
      startTime: '',
      endTime: '',
      minDays: null,
    };
    const { sent } = await open({ pausePeriods: [PAUSE], festivals: [festival] });
    await flip(/^Pickup/, 0);
    await flip(/^Return/, 1);
    const end = screen.getAllByRole('textbox', { name: /^Until/ })[0]!;
    await userEvent.clear(end);
    await userEvent.type(end, '2099-01-12 06:00');
    await userEvent.tab();
    await save();
    await waitFor(() => expect(sent('/basics/store/savefestivalseting')).toHaveLength(1));
    expect(sent('/basics/store/savefestivalseting')[0]).toMatchObject({
      pausePeriods: [{ startTime: PAUSE.startTime, endTime: '2099-01-12 06:00:00' }],
      holidayPickup: { pickupAllowed: 0, returnAllowed: 1 },
      festivals: [{ holidayId: 3, pickupAllowed: 1, returnAllowed: 0 }],
    });
  });

  it('is refused at the line that overlaps another', async () => {
    const overlap = 'Pause periods may not overlap';
    await open({ pausePeriods: [PAUSE, { ...PAUSE, startTime: '2099-01-10 12:00:00' }] }, undefined, () => ({
      ...{ statusCode: 400, message: overlap, data: { errors: { 'pausePeriods.1.startTime': overlap } } },
    }));
    const remark = (await screen.findAllByRole('textbox', { name: /^Remark/ }))[0]!;
    await userEvent.type(remark, 'works');
    await save();
    const second = screen.getAllByRole('textbox', { name: /^From/ })[1]!;
    await waitFor(() => expect(second.getAttribute('aria-invalid')).toBe('true'));
    expect(second.closest('tr')!.textContent).toContain(overlap);
  });
});

describe('the preview', () => {
  it('says what a booking would cost and what cancelling it would, once a model is chosen', async () => {
    const { sent } = await open();
    await screen.findByText('Choose a vehicle model to see what a booking costs.');
    await chooseModel();
    await screen.findByText(/^A pickup on \d{4}-\d\d-\d\d 10:00 costs THB 3,950\.00\.$/);
    screen.getByText(
      /^Cancelling is free until 2027-02-28 10:00; then it costs 30 % \(THB 1,080\.00\), by the rule for weekdays\.$/,
    );
    expect(sent('/basics/store/previewseting').at(-1)).toMatchObject({ storeId: 7, subModelId: 4 });
  });

  it('asks with what is typed and not saved, and says why a booking is refused and who stands in a pause', async () => {
    const error = { code: 'quote.error.pickupPaused', field: 'plannedPickupTime', message: 'Closed for works' };
    const orders = [{ id: 31, orderNo: 'R31', end: 'pickup', time: '2027-03-01 10:00:00' }];
    const { sent } = await open({}, () => answered({ total: null, errors: [error] }, { cancel: null, orders }));
    await chooseModel();
    const free = screen.getAllByRole('textbox', { name: /^Free until/ })[0]!;
    await userEvent.clear(free);
    await userEvent.type(free, '12');
    await waitFor(() =>
      expect(sent('/basics/store/previewseting').at(-1)).toMatchObject({
        settings: { cancelRules: { weekday: { freeHours: 12, penaltyPercent: 30 } } },
      }),
    );
    expect(await screen.findByText(/^A pickup on .* is refused:/)).toBeTruthy();
    expect(screen.getByText('Closed for works')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'R31: pickup 2027-03-01 10:00' }).getAttribute('href')).toContain('31');
    expect(screen.queryByText(/ costs /)).toBeNull();
    expect(sent('/basics/store/savefestivalseting')).toEqual([]);
  });

  it('says what staff may do and a channel may not', async () => {
    const warning = { code: 'quote.warning.advance', field: '', message: 'Too soon' };
    await open({}, () => answered({ warnings: [warning] }));
    await chooseModel();
    await screen.findByText(/^Allowed for staff, refused to a channel:/);
    screen.getByText('Too soon');
    await screen.findByText(/ costs THB 3,950\.00/);
  });
});
