import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { codes } from '../../../../resources/codes.ts';
import { resources } from '../../../../resources/index.ts';
import price from '../../../../schemas/price.json';
import { registerComponents } from 'forecourt/admin';
import { ResourceForm, strictConsole } from 'forecourt/testing';
import { compileModel, resourceOf, type EntitySchema } from 'forecourt/model';
import { DOCUMENTED } from '../../rules/testing/parameters.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import HolidayPricesInput from './HolidayPricesInput.tsx';
import PriceCalendar from './PriceCalendar.tsx';
import PriceChange from './PriceChange.tsx';
import PriceParameters from './PriceParameters.tsx';

strictConsole();
registerComponents({ eager: { HolidayPricesInput, PriceCalendar } });

const schemas = { price: price as EntitySchema };
const prices = resourceOf(compileModel({ schemas, resources, codes, partial: true }), 'price');

const PARAMETERS = {
  id: 1,
  ...DOCUMENTED,
  ...{ fuelPricePerEighth: 250, kmPerDay: 300, extraKmPrice: 4 },
  updateTime: '2027-01-01 10:00:00',
};

it('offers every charge parameter with what holds now, and saves what was changed over the version that was seen', async () => {
  const action = prices.actions.find(({ name }) => name === 'params')!;
  const { sent } = await renderDesk(() => <PriceParameters model={prices} action={action} started />, {
    schemas,
    answers: {
      'GET /carprice/params': () => ({ data: PARAMETERS }),
      'POST /carprice/saveparams': () => ({ data: { id: 1 }, message: 'Saved successfully' }),
    },
  });
  const insurance = await screen.findByLabelText('Basic insurance per day');
  expect(screen.getAllByRole('textbox').length).toBe(Object.keys(PARAMETERS).length - 2);
  expect(insurance).toHaveProperty('value', '100.00');
  await userEvent.clear(insurance);
  await userEvent.type(insurance, '120');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const { id: _id, ...before } = PARAMETERS;
  await waitFor(() => expect(sent('/carprice/saveparams')).toEqual([{ ...before, basicInsurancePerDay: 120 }]));
});

it('names the coming holidays in the form of a price, each with an amount that may stay empty', async () => {
  const holidays = [
    { id: 1, name: 'New Year', startDate: '2020-01-01', endDate: '2020-01-02' },
    { id: 3, name: 'Songkran', startDate: '2099-04-13', endDate: '2099-04-15' },
    { id: 2, name: 'Loy Krathong', startDate: '2098-11-20', endDate: '2098-11-20' },
  ];
  const row = { id: 5, storeId: 1, storeName: 'Patong', subModelId: 4, subModelName: 'Yaris', dailyPrice: 1000, monthlyPrice: 20_000, deposit: 3000, status: 1, description: '', photos: [], holidayPrices: [{ holidayId: 3, dailyPrice: 2000 }], updateTime: '2027-01-01 10:00:00' }; // prettier-ignore
  const { sent } = await renderDesk(() => <ResourceForm resource="price" id={5} />, {
    schemas,
    answers: {
      'GET /carprice/info/5': () => ({ data: row }),
      'GET /car/submodelslist': () => ({ data: [{ id: 4, name: 'Yaris' }] }),
      'GET /basics/holidaylist': () => ({ data: holidays }),
      'GET /carprice/calendar': ({ query }) => ({
        data: {
          id: 5,
          dailyPrice: 1000,
          monthlyPrice: 20_000,
          days: [
            {
              date: query['from'],
              price: 1000,
              holidayId: null,
              holidayName: '',
              ownPrice: 0,
              bookingOpen: 1,
              minDays: null,
            },
            {
              date: query['to'],
              price: 2000,
              holidayId: 3,
              holidayName: 'Songkran',
              ownPrice: 1,
              bookingOpen: 0,
              minDays: 3,
            },
          ],
        },
      }),
      'POST /carprice/save': () => ({ data: { id: 5 } }),
    },
  });
  const krathong = await screen.findByLabelText(/^Loy Krathong/);
  expect(screen.getByLabelText(/^Songkran/)).toHaveProperty('value', '2,000.00');
  expect(screen.queryByLabelText(/^New Year/)).toBeNull();
  expect(krathong).toHaveProperty('placeholder', '1,000.00');
  expect((await screen.findByText('1,000', { selector: 'td *' })).closest('td')!.textContent).toBe('11,000');
  const why = 'Holiday price: Songkran · THB 2,000.00 · at least 3 days · Closed';
  expect((await screen.findByText(why, { exact: false })).tagName).toBe('LI');
  expect(screen.getByText('Songkran', { selector: 'td *' }).closest('td')!.textContent).toMatch(/2,000SongkranClosed$/);
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await userEvent.type(krathong, '1500');
  await userEvent.clear(screen.getByLabelText(/^Songkran/));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('/carprice/save')).toHaveLength(1));
  expect(sent('/carprice/save')[0]).toMatchObject({ holidayPrices: [{ holidayId: 2, dailyPrice: 1500 }] });
});

it('a day of the calendar opens a booking of store, model and day; a closed or past one, and a reader without the right, have none', async () => {
  const Asked = ({ known }: { readonly known?: object }) => <p>{JSON.stringify(known)}</p>;
  registerComponents({ eager: { OrderForm: Asked } });
  const day = { price: 1000, holidayId: null, holidayName: '', ownPrice: 0, bookingOpen: 1, minDays: null };
  const days = [
    { ...day, date: '2001-03-01' },
    { ...day, date: '2099-03-02' },
    { ...day, date: '2099-03-03', bookingOpen: 0 },
  ];
  const record = { id: 5, storeId: 1, subModelId: 4, updateTime: '' };
  const openCalendar = (permissions?: readonly string[]) =>
    renderDesk(
      () => (
        <RecordContextProvider value={record}>
          <PriceCalendar />
        </RecordContextProvider>
      ),
      {
        ...{ schemas, ...(permissions && { permissions }) },
        answers: { 'GET /carprice/calendar': () => ({ data: { id: 5, dailyPrice: 1000, monthlyPrice: null, days } }) },
      },
    );
  await openCalendar();
  const cell = await screen.findByRole('button', { name: /^New order: .*1,000/ });
  expect(screen.getAllByRole('button', { name: /^New order/ })).toEqual([cell]);
  cell.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(JSON.stringify({ storeId: 1, subModelId: 4, time: '2099-03-02' }))).toBeTruthy();
  cleanup();
  await openCalendar(['price-list']);
  expect((await screen.findAllByText('1,000'))[0]!.closest('button')).toBeNull();
});

it('shows what a change of many prices comes to, saves exactly that over the versions seen, and takes it back', async () => {
  const at = { storeId: 1, storeName: 'Patong', subModelId: 4, subModelName: 'Toyota Yaris' };
  const amounts = (dailyPrice: number) => ({ dailyPrice, monthlyPrice: null, deposit: 3000, holidayPrices: [] });
  const row = { id: 5, updateTime: '2027-01-01 10:00:00', ...at, before: amounts(1000), after: amounts(1050) };
  const action = prices.actions.find(({ name }) => name === 'changeMany')!;
  const { sent } = await renderDesk(() => <PriceChange model={prices} action={action} started />, {
    schemas,
    answers: {
      'POST /carprice/preview': () => ({ data: { rows: [row] } }),
      'POST /carprice/change': () => ({
        data: { rows: [{ id: 5, updateTime: '2027-01-01 10:00:01' }] },
        message: 'Saved',
      }),
    },
  });
  await userEvent.type(await screen.findByLabelText('Percent (+ or −)'), '5');
  await userEvent.click(await screen.findByRole('button', { name: 'Save 1 price' }));
  const place = { id: 5, storeId: 1, subModelId: 4 };
  await waitFor(() =>
    expect(sent('/carprice/change')).toEqual([
      { rows: [{ ...place, updateTime: '2027-01-01 10:00:00', after: amounts(1050) }] },
    ]),
  );
  expect(sent('/carprice/preview').at(-1)).toEqual({ part: 'dailyPrice', percent: 5, roundTo: 10 });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent('/carprice/change').at(-1)).toEqual({
      rows: [{ ...place, updateTime: '2027-01-01 10:00:01', after: amounts(1000) }],
    }),
  );
});
