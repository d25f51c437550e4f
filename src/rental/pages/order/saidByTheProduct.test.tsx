import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sentenceText } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import LateReturns from './LateReturns.tsx';
import OrderDetail from './OrderDetail.tsx';
import { RETURNED } from './testing/returnedOrder.ts';

strictConsole();

const CANCELLED = sentenceText({ key: 'rental.channel.cancelled' });
const LATE = sentenceText({ key: 'resources.renewal.late.remark', params: { plate: 'กข 1234' } });
const [FEE] = RETURNED.fees;
const [REFUND] = RETURNED.refunds;

const ORDER = {
  ...RETURNED,
  status: -1,
  cancelReason: CANCELLED,
  overrides: [
    { kind: 'model', reason: LATE },
    { kind: 'blacklist', reason: 'Boss knows her' },
  ],
  fees: [
    {
      ...FEE!,
      id: 91,
      item: 'additional',
      source: 'manual',
      remark: sentenceText({ key: 'rental.order.agreedTotal' }),
    },
    { ...FEE!, id: 92, item: 'penalty', source: 'penalty', remark: CANCELLED },
    // As it was written before: in the words of the call that made it.
    { ...FEE!, id: 93, item: 'reduction', source: 'manual', remark: 'ยอดรวมที่ตกลงกับช่องทาง' },
  ],
  refunds: [{ ...REFUND, id: 94, refundNo: 'F94', reason: CANCELLED }],
};

it.each([
  ['en-US', 'Cancelled at the channel', 'กข 1234 is returned late', 'Agreed total of the channel'],
  ['zh-CN', '渠道取消', 'กข 1234', '渠道约定总价'],
  ['th-TH', 'ยกเลิกที่ช่องทาง', 'กข 1234', 'ยอดรวมที่ตกลงกับช่องทาง'],
] as const)(
  'what the product has said of an order is read in the language of the reader, what people typed as they typed it: %s',
  async (locale, cancelled, late, agreed) => {
    const answers = { 'GET /order/info/7': () => ({ data: ORDER }) };
    const { unmount } = await renderDesk(() => <OrderDetail resource="order" id={7} />, {
      ...{ locale, answers, at: '/?tab=booking' },
    });
    const booking = await screen.findByRole('tabpanel');
    // The reason of the order and that of its penalty.
    expect(await within(booking).findAllByText(cancelled, { exact: false })).toHaveLength(2);
    for (const words of [late, 'Boss knows her', agreed, 'ยอดรวมที่ตกลงกับช่องทาง'])
      expect(booking.textContent).toContain(words);
    expect(booking.textContent).not.toMatch(/"key"|rental\.|resources\./);
    unmount();
    await renderDesk(() => <OrderDetail resource="order" id={7} />, { locale, answers, at: '/?tab=account' });
    const account = await screen.findByRole('tabpanel');
    expect(await within(account).findByText(cancelled)).toBeTruthy();
    expect(account.textContent).not.toContain('"key"');
  },
);

it('who takes over another car because one is late leaves a reason that is no language', async () => {
  const desk = await renderDesk(() => <LateReturns />, {
    permissions: ['order-edit'],
    answers: {
      'GET /order/latereturns': () => ({
        data: [
          {
            ...{
              id: 8,
              orderNo: 'R8',
              renterName: 'May',
              subModelId: 4,
              subModelName: 'Toyota Yaris',
              plate: 'กข 1234',
            },
            ...{ plannedPickupTime: '2027-03-04 14:00:00', margin: -20, late: { id: 7, orderNo: 'R7', minutes: 90 } },
            cars: [{ id: 12, plate: 'BB 12', subModelId: 5, subModelName: 'Toyota Camry' }],
          },
        ],
      }),
      'POST /order/assigncar': () => ({ data: { warnings: [] } }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^BB 12/ }));
  await screen.findByText('OK');
  expect(desk.sent('/order/assigncar')).toEqual([{ id: 8, carId: 12, remark: LATE }]);
});
