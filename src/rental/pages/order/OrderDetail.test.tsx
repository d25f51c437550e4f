import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { renderDesk, type Desk } from '../booking/testing/renderDesk.tsx';
import type { ContractInfo, Words } from '../../calls/index.ts';
import OrderDetail from './OrderDetail.tsx';
import { RETURNED } from './testing/returnedOrder.ts';

strictConsole();

/** The page of an order that came back, on the tab of the address. */
async function openDetail(tab: string, { answers, ...desk }: Desk = {}): Promise<HTMLElement> {
  await renderDesk(() => <OrderDetail resource="order" id={7} />, {
    ...desk,
    at: `/?tab=${tab}`,
    answers: { 'GET /order/info/7': () => ({ data: RETURNED }), ...answers },
  });
  return screen.findByRole('tabpanel');
}

/** What stands beside each label. */
const factsOf = (element: HTMLElement): Record<string, string | null | undefined> =>
  Object.fromEntries(
    [...element.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const panelOf = (tab: HTMLElement, name: string) => within(tab).findByRole('region', { name });
const rowsOf = (table: HTMLElement): (string | null)[][] =>
  within(table)
    .getAllByRole('row')
    .filter((row) => !('beneath' in row.dataset))
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('the booking says who rents what, where and when, through which channel; what was paid and given back; when the deposits unfreeze', async () => {
  const tab = await openDetail('booking');
  expect(factsOf(tab)).toMatchObject({
    'Renter name': 'May',
    'Renter phone': '13800000000',
    'ID type': 'Passport',
    'ID number': 'E1234567',
    Channel: 'Fliggy',
    'Channel order number': 'F-4711',
    'Channel service type': 'Flash rental',
    'Vehicle model': 'Toyota Yaris',
    'Plate number': 'AA 11',
    'Deposit type': 'Deposit paid',
    ETC: 'Yes',
    'External (foreign) plate': 'Yes',
    'Planned pickup time': '2027-03-01 10:00:00',
    'Actual pickup time': '2027-03-01 10:05:00',
    'Pickup store': 'Phuket Airport',
    'Planned return time': '2027-03-04 14:00:00',
    'Actual return time': '2027-03-04 13:40:00',
    'Return store': 'Patong',
    'Return type': 'Paid collection at the door',
    'Return address': 'Bangla Road 5',
  });
  const payments = await panelOf(tab, 'Payment records');
  expect(within(payments).getByText('Money in THB 13,000.00 · Money out THB 250.00')).toBeTruthy();
  expect(rowsOf(payments)).toEqual([
    ['Time', 'Type', 'Amount', 'Payment method', 'Fee item', 'Transaction number'],
    ['2027-02-20 09:30:00', 'Money in', 'THB 13,000.00', 'Alipay', 'Order deposit', 'TX-1'],
    ['2027-03-04 14:10:00', 'Money out', 'THB 250.00', 'Cash', 'Total', '–'],
  ]);
  expect([...payments.querySelectorAll('[data-beneath]')].map((row) => factsOf(row as HTMLElement))).toEqual([
    { 'Payer account': 'may@alipay', Store: 'Phuket Airport', Operator: 'Somchai', Remark: 'deposit and rent at once' },
    { Store: 'Phuket Airport', Operator: 'Somchai', Remark: 'came back early' },
  ]);
  const deposits = await panelOf(tab, 'Deposits');
  for (const text of ['Held THB 5,000.00', 'Unfreezes 2027-03-11', 'Held THB 3,000.00', 'Unfreezes 2027-04-03'])
    expect(within(deposits).getByText(text, { exact: false })).toBeTruthy();
});

it('pickup and return say how far they are, when, with which car, mileage and fuel, and show what was photographed', async () => {
  const tab = await openDetail('pickupReturn');
  expect(within(tab).getByText('Returned').dataset).toEqual({ tone: 'done' });
  const [out, back] = await Promise.all([panelOf(tab, 'Pickup'), panelOf(tab, 'Return')]);
  expect([factsOf(out), factsOf(back)]).toMatchObject([
    { Time: '2027-03-01 10:05:00', 'Plate number': 'AA 11', 'Mileage (km)': '1,000', 'Fuel level': '8/8' },
    { Time: '2027-03-04 13:40:00', 'Plate number': 'AA 11', 'Mileage (km)': '1,420', 'Fuel level': '6/8' },
  ]);
  const filesOf = (task: HTMLElement) =>
    [...task.querySelectorAll('img, video')].map((file) => file.getAttribute('src'));
  expect([filesOf(out), filesOf(back)]).toEqual([
    ['/front-out.jpg'],
    ['/front-back.jpg', '/scratch.jpg', '/round.mp4'],
  ]);
});

it('the contract has its number, its words, its state and the way to sign it', async () => {
  const words = (text: string): Words => ({ 'zh-CN': `${text} zh`, 'en-US': text, 'th-TH': `${text} th` });
  const contract: ContractInfo = {
    contractNo: 'C-26-7',
    html: '',
    status: 0,
    signTime: '',
    signImage: '',
    updateTime: '',
    document: {
      title: words('Rental contract'),
      sections: [{ title: words('Renter'), rows: [{ label: words('Name'), value: 'May' }] }],
      termsTitle: words('Terms'),
      terms: [words('The car is returned clean')],
      agreement: words('Both agree'),
    },
  };
  const tab = await openDetail('contract', {
    answers: {
      'GET /order/info/7': () => ({ data: { ...RETURNED, status: 2, actions: ['sign'] } }),
      'GET /order/contract/7': () => ({ data: contract }),
    },
  });
  const panel = await panelOf(tab, 'E-contract C-26-7');
  expect(within(panel).getByText('Unsigned')).toBeTruthy();
  for (const text of ['Rental contract', 'May', 'The car is returned clean', 'Both agree'])
    expect(within(panel).getByText(text)).toBeTruthy();
  expect(within(panel).getByRole('button', { name: 'Sign contract' })).toBeTruthy();
});
