import { describe, expect, it } from 'vitest';
import type { Answer } from './app.ts';
import { AMOUNT, DAYS, openCoupons } from './coupons.ts';
import { accepted, book } from './rental.ts';

const office = openCoupons();
const { save, redeem, list, coupon, made, rowOf } = office;

describe('coupons', () => {
  it('come one or many at once, each with a code of its own that nobody misreads', async () => {
    const { ids } = accepted(await save({ ...AMOUNT, count: 100 })).data;
    const codes = (await list({ ids: ids.join(',') })).map((each) => each.code);
    expect(new Set(codes).size).toBe(100);
    expect(codes.filter((code) => !/^[2-9A-HJKMNP-Z]{10}$/.test(code))).toEqual([]);
    expect((await save({ ...AMOUNT, count: 101 })).statusCode).toBe(400);
    expect((await save({ ...AMOUNT, count: 0 })).statusCode).toBe(400);
  });

  it('have the values of their type and none of the other', async () => {
    const answer = await save({ ...AMOUNT, amount: 1234.5, rentalPeriod: 3, discountDays: 1 });
    expect(answer.message).toBe('Coupon operation successful');
    expect(await coupon(answer.data.ids[0]!)).toMatchObject({
      type: 1,
      amount: 1234.5,
      discountAmount: 400,
      rentalPeriod: null,
      discountDays: null,
      status: 0,
      cnyRate: 5,
    });
    expect(await made(DAYS)).toMatchObject({ type: 2, amount: null, rentalPeriod: 3, discountDays: 1 });
    for (const [body, field] of [
      [{ type: 1, discountAmount: 400 }, 'amount'],
      [{ ...AMOUNT, amount: 0 }, 'amount'],
      [{ ...AMOUNT, discountAmount: 1.234 }, 'discountAmount'],
      [{ type: 2, rentalPeriod: 3 }, 'discountDays'],
      [{ ...DAYS, rentalPeriod: 'three' }, 'rentalPeriod'],
      [{ ...DAYS, discountDays: 1.5 }, 'discountDays'],
      [{ type: 3 }, 'type'],
    ] as const) {
      const refused = await save(body);
      expect([refused.statusCode, Object.keys(refused.errors)]).toEqual([400, [field]]);
    }
    expect((await save({ ...AMOUNT, code: 'AAAAAAAAAA' })).statusCode).toBe(400);
    expect((await save({ ...AMOUNT, status: 1 })).statusCode).toBe(400);
  });

  it('can be found by status, type and code; labels are the code tables', async () => {
    const one = await made(DAYS);
    expect((await list({ keyword: one.code })).map((each) => each.id)).toEqual([one.id]);
    expect((await list({ type: 2 })).every((each) => each.type === 2)).toBe(true);
    accepted(await office.ops.post('/coupon/cancel', { id: one.id }));
    await made();
    accepted(await redeem(await book(office.clerk), (await made()).code));
    for (const status of [0, 1, -1]) {
      const found = await list({ status });
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((each) => each.status === status)).toBe(true);
    }
  });

  it('change and are voided while unused, by who holds the keys, and by nobody later', async () => {
    const { id } = await made();
    expect((await office.manager.post('/coupon/save', { id, ...AMOUNT })).http).toBe(403);
    expect((await office.manager.post('/coupon/cancel', { id })).http).toBe(403);
    expect((await office.clerk.post('/coupon/save', AMOUNT)).http).toBe(403);
    const { code } = await coupon(id);
    accepted(await save({ id, ...DAYS }));
    expect(await coupon(id)).toMatchObject({ ...DAYS, amount: null, code });
    accepted(await office.ops.post('/coupon/cancel', { id }));
    expect((await coupon(id)).status).toBe(-1);
    const before = await rowOf(id);
    expect((await office.ops.post('/coupon/cancel', { id })).message).toContain('has been cancelled');
    expect((await save({ id, ...AMOUNT })).statusCode).toBe(400);
    expect(await rowOf(id)).toEqual(before);
    expect((await office.ops.post('/coupon/cancel', { id: 999_999 })).statusCode).toBe(404);
  });

  it('have a picture with value, yuan, condition and code in the language of who looks', async () => {
    const one = await made();
    const picture = async (language: string): Promise<Answer<unknown>> =>
      office.clerk.inject({ method: 'GET', url: `/api${one.image}`, headers: { 'accept-language': language } });
    const english = await picture('en-US');
    expect([english.http, english.text.startsWith('<svg')]).toEqual([200, true]);
    for (const text of ['THB 400.00 off', '(¥ 80.00)', 'THB 3,000.00', one.code]) expect(english.text).toContain(text);
    expect((await picture('zh-CN')).text).toContain('立减');
    expect((await picture('th-TH')).text).toContain('ลด');
    accepted(await office.ops.post('/coupon/cancel', { id: one.id }));
    expect((await picture('en-US')).text).toContain('Cancelled');
  });
});
