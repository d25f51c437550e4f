import { describe, expect, it } from 'vitest';
import { AMOUNT, type Coupon, DAYS, openCoupons } from './coupons.ts';
import { RENTAL, accepted, addCars, book, draft, orderIn } from './rental.ts';

const office = openCoupons();
const { info, save, redeem, list, coupon, made } = office;

describe('an order', () => {
  it('takes a coupon by its code, however it is typed: the total falls and the coupon is used', async () => {
    const id = await book(office.clerk);
    const before = await info(id);
    expect(before).toMatchObject({ coupon: null, couponCode: '' });
    expect(before.actions).toContain('redeem');
    const one = await made();
    const answer = await redeem(id, ` ${one.code.toLowerCase().slice(0, 5)}-${one.code.toLowerCase().slice(5)} `);
    expect(answer).toMatchObject({
      statusCode: 200,
      message: 'Coupon operation successful',
      data: { discount: 400, total: before.total - 400, coupon: { id: one.id, status: 1 } },
    });
    const after = await info(id);
    expect(after).toMatchObject({
      total: before.total - 400,
      couponCode: one.code,
      coupon: { id: one.id, orderNo: before.orderNo, status: 1 },
    });
    expect(after.actions).not.toContain('redeem');
    expect(after.fees.filter((fee) => fee.item === 'coupon')).toMatchObject([{ amount: 400, voided: 0 }]);
    expect((await office.ops.post('/coupon/cancel', { id: one.id })).message).toContain('has been used');
    expect((await save({ id: one.id, ...AMOUNT })).statusCode).toBe(400);
  });

  it('is told why a code does not do, and nothing changes', async () => {
    const [id, other] = [await book(office.clerk), await book(office.clerk)];
    const [unused, used, voided] = [await made(), await made(), await made()];
    accepted(await redeem(other, used.code));
    accepted(await office.ops.post('/coupon/cancel', { id: voided.id }));
    const reasons = {
      XXXXXXXXXX: 'Unknown redemption code. Check the code',
      [used.code]: 'The coupon has been used. Take another coupon',
      [voided.code]: 'The coupon has been cancelled. Take another coupon',
      [(await made({ ...AMOUNT, amount: 3600.01 })).code]:
        'The coupon needs a rental of at least THB 3,600.01 after the discount; it is THB 3,600.00. Take another coupon or go on without one',
      [(await made({ ...DAYS, rentalPeriod: 4 })).code]:
        'The coupon needs at least 4 rental days; this rental has 3. Take another coupon or go on without one',
    };
    for (const [code, reason] of Object.entries(reasons)) {
      const refused = await redeem(id, code);
      expect(refused).toMatchObject({
        statusCode: 400,
        message: `Operation failed: ${reason}`,
        errors: { code: reason },
      });
    }
    expect((await redeem(id, '')).errors['code']).toBeTruthy();
    expect((await redeem(id, ' - ')).errors['code']).toBeTruthy();
    expect((await info(id)).total).toBe(3950);
    accepted(await redeem(id, (await made({ ...AMOUNT, amount: 3600 })).code));
    expect((await redeem(id, unused.code)).message).toBe(
      'Operation failed: The order already has a coupon. Remove that one first',
    );
    expect((await coupon(unused.id)).status).toBe(0);
  });

  it('counts the rental after the discount, and is told so with both figures, wherever it is given (example 16)', async () => {
    const one = await made();
    const discounted = { discount: { kind: 'percent', value: 20 } };
    const said = {
      'en-US':
        'The coupon needs a rental of at least THB 3,000.00 after the discount; it is THB 2,880.00. Take another coupon or go on without one',
      'zh-CN': '该优惠券要求折后租金满 THB 3,000.00，目前折后租金为 THB 2,880.00，请改用其他优惠券，或不使用优惠券',
      'th-TH': 'คูปองนี้ใช้ได้เมื่อค่าเช่าหลังหักส่วนลดไม่น้อยกว่า THB 3,000.00 ขณะนี้เท่ากับ THB 2,880.00 กรุณาใช้คูปองอื่น หรือไม่ใช้คูปอง',
    };
    const id = await book(office.clerk, discounted);
    for (const [language, text] of Object.entries(said)) {
      const headers = { 'accept-language': language };
      const redeemed = await office.clerk.post('/order/coupon/redeem', { orderId: id, code: one.code }, headers);
      expect(redeemed.errors).toEqual({ code: text });
      const form = draft({ ...discounted, couponCode: one.code });
      const quoted = await office.clerk.post<{ errors: { field: string; message: string }[] }>(
        '/order/quote',
        form,
        headers,
      );
      expect(quoted.data.errors).toMatchObject([{ field: 'couponCode', message: text }]);
      expect((await office.clerk.post('/order/save', form, headers)).errors).toEqual({ couponCode: text });
    }
    accepted(await office.clerk.post('/order/save', { id, discount: { kind: 'amount', value: 600 } }));
    accepted(await redeem(id, one.code));
  });

  it('redeems a coupon with the booking: quoted before, refused at the field, used once the order is there', async () => {
    interface Quote {
      readonly total: number;
      readonly errors: readonly { field: string; message: string }[];
    }
    const quote = async (couponCode: string): Promise<Quote> =>
      accepted(await office.clerk.post<Quote>('/order/quote', draft({ couponCode }))).data;
    const [one, voided] = [await made(), await made()];
    accepted(await office.ops.post('/coupon/cancel', { id: voided.id }));
    expect(await quote('')).toMatchObject({ total: 3950, errors: [] });
    expect(await quote(` ${one.code.toLowerCase()}`)).toMatchObject({ total: 3550, errors: [] });
    const reasons = {
      XXXXXXXXXX: 'Unknown redemption code. Check the code',
      [voided.code]: 'The coupon has been cancelled. Take another coupon',
      [(await made({ ...AMOUNT, amount: 3600.01 })).code]:
        'The coupon needs a rental of at least THB 3,600.01 after the discount; it is THB 3,600.00. Take another coupon or go on without one',
    };
    for (const [couponCode, message] of Object.entries(reasons)) {
      expect(await quote(couponCode)).toMatchObject({ total: 3950, errors: [{ field: 'couponCode', message }] });
      expect((await office.clerk.post('/order/save', draft({ couponCode }))).errors).toEqual({ couponCode: message });
    }
    const both = await Promise.all(
      [1, 2].map(() => office.clerk.post<{ id: number }>('/order/save', draft({ couponCode: one.code }))),
    );
    expect(both.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400]);
    const { id } = both.find((answer) => answer.statusCode === 200)!.data;
    expect(await info(id)).toMatchObject({ total: 3550, couponCode: one.code, coupon: { id: one.id, status: 1 } });
    accepted(await office.clerk.post('/order/coupon/remove', { orderId: id }));
    expect((await info(id)).total).toBe(3950);
    // What a channel agreed is agreed before the coupon.
    const channel = { channel: 2, channelOrderNo: 'FZ1', serviceType: 2, channelTotal: 5000, couponCode: one.code };
    expect((await info(await book(office.clerk, channel))).total).toBe(4600);
  });

  it('gives free days at the price of a day of the rental (worked example 18)', async () => {
    const id = await book(office.clerk, { plannedReturnTime: '2027-03-05 10:00:00' });
    expect(accepted(await redeem(id, (await made(DAYS)).code)).data.discount).toBe(1200);
  });

  it('gives its coupon back when it is taken off before pickup, and when it is cancelled', async () => {
    const id = await book(office.clerk);
    const { total } = await info(id);
    const one = await made();
    expect((await office.clerk.post('/order/coupon/remove', { orderId: id })).statusCode).toBe(400);
    accepted(await redeem(id, one.code));
    expect(
      accepted(await office.clerk.post<{ total: number }>('/order/coupon/remove', { orderId: id })).data.total,
    ).toBe(total);
    expect(await coupon(one.id)).toMatchObject({ status: 0, orderId: null, orderNo: '', useTime: '' });
    expect(await info(id)).toMatchObject({ couponCode: '', coupon: null });

    accepted(await redeem(id, one.code));
    office.app.at('2027-02-28 20:00');
    const { data } = accepted(await office.manager.post<{ penalty: number }>('/order/cancel', { id, reason: 'ill' }));
    office.app.at('2027-02-22 12:00');
    // 30 % of the rental after the coupon.
    expect(data.penalty).toBe(960);
    expect(await coupon(one.id)).toMatchObject({ status: 0, orderId: null });
    expect((await info(id)).couponCode).toBe('');
    accepted(await redeem(await book(office.clerk), one.code));
  });

  it('keeps its coupon through a change that meets the condition, and loses it through one that does not', async () => {
    const id = await book(office.clerk);
    const one = await made();
    accepted(await redeem(id, one.code));
    accepted(await office.clerk.post('/order/save', { id, plannedReturnTime: '2027-03-05 10:00:00' }));
    expect(await info(id)).toMatchObject({ total: 5250 - 400, couponCode: one.code });
    const short = { id, plannedReturnTime: '2027-03-03 10:00:00' };
    const { warnings } = accepted(
      await office.clerk.post<{ warnings: { code: string; message: string }[] }>('/order/quote', short),
    ).data;
    expect(warnings.map((each) => each.code)).toEqual(
      expect.arrayContaining(['coupon.dropped', 'coupon.refusal.amount']),
    );
    expect(warnings.map((each) => each.message).join()).toContain('it is THB 2,400.00');
    accepted(await office.clerk.post('/order/edittime', short));
    expect(await info(id)).toMatchObject({ total: 2650, couponCode: '', coupon: null });
    expect((await coupon(one.id)).status).toBe(0);

    accepted(await office.clerk.post('/order/edittime', { id, plannedReturnTime: '2027-03-04 10:00:00' }));
    accepted(await redeem(id, one.code));
    accepted(await office.clerk.post('/order/save', { id, plannedReturnTime: '2027-03-02 10:00:00' }));
    expect((await coupon(one.id)).status).toBe(0);
  });

  it('makes a coupon for its renter, in any state but cancelled, by who may make coupons', async () => {
    const [carId] = await addCars(office.app, 1);
    const id = await orderIn(office.app, office.manager, 3, carId!);
    office.app.at('2027-02-22 12:00');
    expect((await office.clerk.post('/order/coupon/generate', { orderId: id, ...AMOUNT })).http).toBe(403);
    const { data } = accepted(await office.manager.post<Coupon>('/order/coupon/generate', { orderId: id, ...DAYS }));
    expect(data).toMatchObject({ ...DAYS, status: 0, memberName: '张三丰', sourceOrderNo: (await info(id)).orderNo });
    expect((await list({ keyword: data.code })).map((each) => each.status)).toEqual([0]);
    const { generated, redeemed } = accepted(
      await office.clerk.get<{ generated: Coupon[]; redeemed: Coupon | null }>(`/order/coupon/${id}`),
    ).data;
    expect([generated.map((each) => each.code), redeemed]).toEqual([[data.code], null]);
    const picture = await office.clerk.inject({ method: 'GET', url: `/api${data.image}` });
    expect(picture.text).toContain('张三丰');
    expect((await office.manager.post('/order/coupon/generate', { orderId: id, type: 1 })).statusCode).toBe(400);
    expect((await redeem(id, data.code)).message).toContain('Not possible after the car has been returned');
    accepted(await redeem(await book(office.clerk), data.code));
  });

  it('of eight orders that redeem one coupon at once one gets it, and an order takes one of eight', async () => {
    const orders = [];
    const span = { subModelId: RENTAL.camry, plannedPickupTime: '2027-06-01 10:00:00' };
    for (let index = 0; index < 8; index += 1)
      orders.push(
        await book(office.clerk, {
          plannedPickupTime: '2027-06-01 10:00:00',
          plannedReturnTime: '2027-06-05 10:00:00',
        }),
      );
    const one = await made();
    const answers = await Promise.all(orders.map((id) => redeem(id, one.code)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.message.includes('has been used'))).toHaveLength(7);

    const id = await book(office.clerk, { ...span, plannedReturnTime: '2027-06-05 10:00:00' });
    const coupons = await list({ ids: accepted(await save({ ...AMOUNT, count: 8 })).data.ids.join(',') });
    const taken = await Promise.all(coupons.map(({ code }) => redeem(id, code)));
    expect(taken.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(
      (await list({ ids: coupons.map((each) => each.id).join(',') })).filter((each) => each.status === 1),
    ).toHaveLength(1);
  });
});
