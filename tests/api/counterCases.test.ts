import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Quote } from '../../src/rental/calls/index.ts';
import type { Answer, Client } from './app.ts';
import { startChannels } from './channelSimulator.ts';
import { approve, request } from './erasures.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, draft, errorOf, orderIn, startRentalApp, type RentalApp } from './rental.ts';
import type { OrderInfo } from './rentalAnswers.ts';

/** What operators of rental companies ran into at the counter, over HTTP. */
let app: RentalApp;
let [ops, clerk, admin] = [] as unknown as [Client, Client, Client];
beforeAll(async () => {
  app = await startRentalApp();
  [ops, clerk, admin] = await Promise.all([app.as('ops'), app.as('clerk'), app.as('admin')]);
});
afterAll(() => app.close());

const NOW = '2027-02-22 12:00';
const infoOf = async (id: number) =>
  accepted(await ops.get<OrderInfo & { readonly memberId: number }>(`/order/info/${id}`)).data;
const codesOf = (answer: Answer): string[] =>
  accepted(answer as Answer<{ warnings: { code: string }[] }>).data.warnings.map(({ code }) => code);
const oneCar = async (): Promise<number> => (await addCars(app, 1))[0]!;
const renter = (phone: string, idNo: string, renterName = 'Somchai Jaidee') => ({
  ...{ renterName, renterCountryCode: '+66', renterPhone: phone, renterIdType: 2, renterIdNo: idNo },
});

describe('somebody whose order was cancelled and not paid', () => {
  const owing = async (idNo: string): Promise<{ id: number; memberId: number }> => {
    app.at(NOW);
    const id = await book(ops, renter('0811111111', idNo));
    app.at('2027-03-01 08:00');
    accepted(await ops.post('/order/cancel', { id, reason: 'ill' }));
    return { id, memberId: (await infoOf(id)).memberId };
  };
  const asksErasure = (id: number) => admin.post('/member/datarequest/erase', { id, confirm: id });

  it.each([
    ['collected', (id: number) => clerk.post('/order/payment/save', { orderId: id, amount: 1080, method: 5 })],
    ['waived', (id: number) => ops.post('/order/waivepenalty', { id, reason: 'regular guest' })],
  ])('is erased once the penalty is %s, and told before that money is open', async (way, settles) => {
    const { id, memberId } = await owing(`M02-${way}`);
    expect(errorOf(await asksErasure(memberId))).toContain('owed or held');
    accepted(await settles(id));
    accepted(await approve(admin, await request(admin, memberId), memberId));
    const { rows } = await sql<{ name: string; phone: string }>`
      select name, phone from member where id = ${memberId}`.execute(app.db);
    expect(JSON.stringify(rows)).not.toMatch(/Somchai|0811111111/);
    await expectSoundMoney(app.db);
  });
});

describe('a phone at the desk', () => {
  it('may be masked by a channel, have an extension, or brackets: the order is booked and found by it', async () => {
    app.at(NOW);
    for (const [index, phone] of ['138****5678', '17012345678转8812', '17012345678,8813', '(02) 126-0718'].entries()) {
      const id = await book(clerk, {
        ...renter(phone, `DOC08-${index}`),
        renterCountryCode: index < 3 ? '+86' : '+66',
      });
      expect(await infoOf(id)).toMatchObject({ renterPhone: phone });
    }
    const { list } = accepted(
      await ops.get<{ list: { renterName: string }[] }>('/order/list', { keyword: '021260718' }),
    ).data;
    expect(list).toHaveLength(1);
  });

  it('in three spellings is one member, by one ID number; by other ID numbers each has the others for likely duplicates', async () => {
    app.at(NOW);
    const spellings = ['812300001', '0812300001', '081-230-0001'];
    const trip = (day: number) => ({
      ...{ plannedPickupTime: `2027-05-0${day} 10:00:00`, plannedReturnTime: `2027-05-0${day + 1} 10:00:00` },
    });
    const ids: number[] = [];
    for (const [index, phone] of spellings.entries())
      ids.push(await book(clerk, { ...renter(phone, 'P03 1'), ...trip(index + 1) }));
    const members = await Promise.all(ids.map(async (id) => (await infoOf(id)).memberId));
    expect(new Set(members).size).toBe(1);
    const other = await book(clerk, { ...renter('081 230 0001', 'P03 2'), ...trip(5) });
    const { duplicates } = accepted(
      await ops.get<{ duplicates: { id: number }[] }>(`/member/info/${(await infoOf(other)).memberId}`),
    ).data;
    expect(duplicates.map(({ id }) => id)).toEqual([members[0]]);
  });
});

describe('a birthday', () => {
  const save = (birthday: string) =>
    ops.post('/member/save', {
      ...{ name: 'Malee', countryCode: '+66', phone: '0822222222', email: 'm@example.com', idType: 2, status: 1 },
      ...{ idNo: `DOC13 ${birthday}`, birthday },
    });

  it('of a Buddhist year is offered converted, one that cannot be is refused, and others are taken', async () => {
    expect((await save('2535-05-01')).errors['birthday']).toBe(
      '2535 looks like a Buddhist year. Did you mean 1992-05-01?',
    );
    for (const birthday of ['2099-01-01', '1880-01-01'])
      expect((await save(birthday)).errors['birthday']).toBe('Year must be between 1907 and 2057');
    accepted(await save('1992-05-01'));
  });
});

describe('a handover', () => {
  it('warns of a renter who is too young and of a licence that ends before the return, and of neither while nothing is known', async () => {
    const pickup = async (idNo: string, papers?: { birthday: string; licenceEnd: string }): Promise<string[]> => {
      const carId = await oneCar();
      const id = await orderIn(app, ops, 1, carId, renter('0833333333', idNo));
      const { memberId } = await infoOf(id);
      if (papers) {
        await sql`update member set birthday = ${papers.birthday}::date where id = ${memberId}`.execute(app.db);
        await sql`
          insert into document ("memberId", type, name, url, status, "expiryDate", "uploadTime", aside)
          values (${memberId}, 2, 'licence', ${`licence-${idNo}.png`}, 2, ${papers.licenceEnd}::date, now(), 0)
        `.execute(app.db);
      }
      app.at('2027-03-01 10:00');
      const form = { id, carId, time: '2027-03-01 10:00:00', mileage: 10_000, oil: 8 };
      return codesOf(await clerk.post('/order/pickup', form));
    };
    expect(await pickup('P06-1')).toEqual([]);
    expect(await pickup('P06-2', { birthday: '2010-06-01', licenceEnd: '2027-03-02' })).toEqual([
      'order.warning.tooYoung',
      'order.warning.licenceEnds',
    ]);
    expect(await pickup('P06-3', { birthday: '2009-03-01', licenceEnd: '2027-03-04' })).toEqual([]);
  });
});

describe('a rental of ten years', () => {
  it('asks to check the year when it is quoted, and is refused to a channel', async () => {
    app.at(NOW);
    const { fliggy } = await startChannels(app);
    const { renterName: _name, ...rest } = draft();
    const asked = Object.fromEntries(
      ['pickupStoreId', 'returnStoreId', 'subModelId', 'pickupType', 'returnType'].map((name) => [name, rest[name]]),
    );
    const quote = accepted(
      await clerk.post<Quote>('/order/quote', {
        ...{ ...asked, plannedPickupTime: '2027-03-01 10:00:00', plannedReturnTime: '2037-02-26 10:00:00' },
      }),
    ).data;
    expect(quote.warnings.map(({ message }) => message)).toContain(
      'The rental lasts 3650 days: check the year of the return',
    );
    const { data } = accepted(await fliggy.send({ kind: 'create', orderNo: 'X2', returned: '2037-02-26 10:00:00' }));
    expect(data).toMatchObject({ result: 'refused', orderNo: null });
  });
});

describe('after the return', () => {
  it('a refund is of what was paid too much; more than that goes back only when somebody confirms it', async () => {
    const id = await orderIn(app, ops, 3, await oneCar(), { depositType: 1 });
    const { paid } = await infoOf(id);
    expect(paid).toBe(11_950);
    const back = (amount: number, confirmed: 0 | 1) =>
      clerk.post('/order/refund/save', {
        ...{ orderId: id, feeItem: 'total', amount, method: 5, reason: 'paid too much', confirmed },
      });
    expect((await back(11_950, 0)).errors['amount']).toBe(
      'Only THB 0.00 was paid beyond the charges. Reduce the bill, choose a deposit, or confirm that paid charges go back',
    );
    expect((await back(11_950.01, 1)).errors['amount']).toBe('At most THB 11,950.00 can be refunded');
    accepted(await ops.post('/order/additionalfee', { orderId: id, type: 2, amount: 100, remark: 'late handover' }));
    accepted(await back(100, 0));
    expect((await back(0.01, 0)).errors['amount']).toContain('Only THB 0.00');
    expect((await infoOf(id)).refunds).toHaveLength(1);
    await expectSoundMoney(app.db);
  });
});
