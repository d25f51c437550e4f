import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { channelsOf } from './channelDesk.ts';
import { expectSoundMoney } from './orderInvariants.ts';
import { accepted, addCars, book, errorOf, RENTAL } from './rental.ts';

const office = openBackOffice();
const { channels, ordersOf, settingOf, messagesOf } = channelsOf(office);
beforeAll(() => addCars(office.app, 30));

describe.each(['fliggy', 'zuzuche'] as const)('an order of %s', (name) => {
  const no = (number: number) => `${name}-${number}`;

  it('is booked by the rules of the desk at our price, made by the channel, and answered with our number', async () => {
    const channel = channels[name];
    const { data } = accepted(await channel.send({ kind: 'create', orderNo: no(1) }));
    const [order] = await ordersOf(no(1));
    expect(data).toEqual({
      result: 'applied',
      orderNo: order!.orderNo,
      total: order!.total / 100,
      code: null,
      reason: null,
    });
    expect(order).toMatchObject({ channel: channel.code, status: 1, paid: 0 });
    const { data: log } = accepted(await office.ops.get<{ userName: string }[]>(`/order/log/${order!.id}`));
    expect(log[0]!.userName.toLowerCase()).toBe(name);
    expect(await messagesOf(no(1))).toMatchObject([
      { state: 'applied', orderId: order!.id, storeId: RENTAL.phuket, content: null },
    ]);
  });

  it('is brought to the agreed total, with the money that the channel has', async () => {
    const channel = channels[name];
    const { data: first } = accepted(await channel.send({ kind: 'create', orderNo: no(2) }));
    const total = first.total! - 100.5;
    const { data } = accepted(await channel.send({ kind: 'create', orderNo: no(3), total, prepaid: true }));
    expect(data.total).toBe(total);
    expect(await ordersOf(no(3))).toMatchObject([{ total: total * 100, paid: total * 100 }]);
    const later = { pickup: '2027-03-01 10:00:00', returned: '2027-03-05 10:00:00' };
    const changed = await channel.send({
      kind: 'change',
      orderNo: no(3),
      ...later,
      total: total + 1500,
      prepaid: true,
    });
    expect(accepted(changed).data.total).toBe(total + 1500);
    expect(await ordersOf(no(3))).toMatchObject([{ total: (total + 1500) * 100, paid: (total + 1500) * 100 }]);
    await expectSoundMoney(office.app.db);
  });

  it('is booked with a masked phone and with an extension; nothing is sent to a masked one', async () => {
    const channel = channels[name];
    for (const [at, phone] of ['138****1234', '17012345678,8812'].entries()) {
      const { data } = accepted(await channel.send({ kind: 'create', orderNo: no(30 + at), phone }));
      expect([phone, data.result]).toEqual([phone, 'applied']);
      const [order] = await ordersOf(no(30 + at));
      const { rows } = await sql<{ recipient: string }>`
        select recipient from outbox where "orderId" = ${order!.id} and channel = 'sms'`.execute(office.app.db);
      expect(rows.map(({ recipient }) => recipient)).toEqual(at === 0 ? [] : ['+8617012345678']);
    }
  });

  it('without an ID number is booked, joins nobody of another ID, and goes out once the number is known', async () => {
    const channel = channels[name];
    const without = (number: number, phone?: string) =>
      channel.send({ kind: 'create', orderNo: no(number), idNo: null, phone });
    const answers = await Promise.all([without(50), without(51), without(52, `1367000000${channel.code}`)]);
    expect(answers.map((answer) => accepted(answer).data.result)).toEqual(['applied', 'applied', 'applied']);
    const [order] = await ordersOf(no(50));
    expect(order).toMatchObject({ renterIdNo: '', renterIdType: 2, status: 1 });
    const [other] = await ordersOf(no(51));
    expect(order!.memberId).not.toBe(other!.memberId);
    const out = () => office.ops.post('/order/pickup', { id: order!.id, mileage: 10_000, oil: 8 });
    expect(errorOf(await out())).toContain('ID number is not known');
    accepted(await channel.send({ kind: 'change', orderNo: no(50), returned: '2027-03-03 10:00:00' }));
    accepted(await office.ops.post('/order/save', { id: order!.id, renterIdNo: `E5550000${channel.code}` }));
    expect(errorOf(await out())).not.toContain('ID number');
  });

  it('is refused where it costs far more than our price, until the settings allow so much', async () => {
    const channel = channels[name];
    const { data } = accepted(await channel.send({ kind: 'create', orderNo: no(60) }));
    const dear = await channel.send({ kind: 'create', orderNo: no(61), total: data.total! * 1.5 + 1 });
    expect(accepted(dear).data).toMatchObject({ result: 'refused', orderNo: null, code: 'channel.priceTooHigh' });
    const within = await channel.send({ kind: 'create', orderNo: no(62), total: data.total! * 1.5 });
    expect(accepted(within).data).toMatchObject({ result: 'applied', total: data.total! * 1.5 });
    const changed = await channel.send({ kind: 'change', orderNo: no(62), total: data.total! * 10 });
    expect(accepted(changed).data).toMatchObject({ result: 'refused', code: 'channel.priceTooHigh' });
  });

  it('whose content cannot be read is kept as refused, once, and answered so', async () => {
    const channel = channels[name];
    const bad = { kind: 'create', orderNo: no(40), messageId: `bad-${name}`, pickup: 'tomorrow' } as const;
    const { data } = accepted(await channel.send(bad));
    expect(data).toMatchObject({ result: 'refused', orderNo: null, code: 'field.invalid' });
    expect(accepted(await channel.send(bad)).data).toEqual(data);
    expect(errorOf(await channel.send({ ...bad, pickup: 'in a week' }))).not.toBe('');
    const kept = await messagesOf(no(40));
    expect(kept).toMatchObject([{ state: 'refused', content: null, messageId: `bad-${name}` }]);
    expect(JSON.stringify(kept[0]!['reasons'])).toMatch(/pickup_?time/i);
    // Corrected by the channel, it is booked.
    accepted(await channel.send({ kind: 'create', orderNo: no(40) }));
    expect(await ordersOf(no(40))).toHaveLength(1);
  });

  it('that could not be read is not tried by hand, and is done once it comes mended under its number', async () => {
    const channel = channels[name];
    const bad = { kind: 'create', orderNo: no(41), messageId: `mended-${name}`, pickup: 'tomorrow' } as const;
    accepted(await channel.send(bad));
    const [kept] = await messagesOf(no(41));
    expect(errorOf(await office.ops.post('/channels/message/apply', { id: kept!['id'] }))).toContain('cannot be read');
    const mended = { kind: 'create', orderNo: no(41), messageId: `mended-${name}` } as const;
    // One at a time is heard of it: the message is done once, whoever was first.
    const answers = await Promise.all([channel.send(mended), channel.send(mended)]);
    expect(answers.map((answer) => accepted(answer).data.result)).toEqual(['applied', 'applied']);
    expect(await ordersOf(no(41))).toHaveLength(1);
    expect(await messagesOf(no(41))).toMatchObject([{ id: kept!['id'], state: 'applied', reasons: null, tries: 2 }]);
    // From now on its number is of this message.
    expect(errorOf(await channel.send({ ...mended, pickup: '2027-03-02 10:00:00' }))).toContain('had this number');
    expect(errorOf(await channel.send({ ...mended, orderNo: no(42) }))).not.toBe('');
  });

  it('is refused with a reason when it is sold too cheaply, closed, or gone; nothing is made', async () => {
    const channel = channels[name];
    const cheap = await channel.send({ kind: 'create', orderNo: no(4), total: 100 });
    expect(accepted(cheap).data).toMatchObject({ result: 'refused', orderNo: null, code: 'channel.priceTooLow' });
    const none = await channel.send({
      kind: 'create',
      orderNo: no(5),
      subModelId: RENTAL.camry,
      storeId: RENTAL.airport,
    });
    expect(accepted(none).data).toMatchObject({ result: 'refused', code: 'quote.error.noCar' });
    expect(accepted(none).data.reason).toContain('No vehicle is available');
    const late = await channel.send({ kind: 'create', orderNo: no(6), pickup: '2027-02-22 11:00:00' });
    expect(accepted(late).data.result).toBe('refused');
    expect([await ordersOf(no(4)), await ordersOf(no(5)), await ordersOf(no(6))]).toEqual([[], [], []]);
    expect(await messagesOf(no(4))).toMatchObject([{ state: 'refused', tries: 1 }]);
  });

  it('says nothing to the channel of what is none of its business', async () => {
    const phone = `1391111000${channels[name].code}`;
    accepted(await office.ops.post('/member/blacklist/save', { type: 1, reason: 'gone after an accident', phone }));
    const { data } = accepted(await channels[name].send({ kind: 'create', orderNo: no(7), phone }));
    expect(data).toMatchObject({
      result: 'refused',
      code: 'channel.notPossible',
      reason: 'The order cannot be taken. Book by hand or tell the channel',
    });
    expect(await messagesOf(no(7))).toMatchObject([
      {
        reasons: [
          {
            key: 'rental.order.refusal.blacklisted',
            params: { type: 'codes.blacklistType.1', reason: 'gone after an accident' },
          },
        ],
      },
    ]);
  });

  it('is made once by a message that comes a hundred times, at once and one after the other', async () => {
    const send = () => channels[name].send({ kind: 'create', orderNo: no(8), messageId: `${name}-8-1` });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    for (let turn = 0; turn < 80; turn++) answers.push(await send());
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(accepted(answers[0]!).data.result).toBe('applied');
    expect(await ordersOf(no(8))).toHaveLength(1);
    expect(await messagesOf(no(8))).toHaveLength(1);
  });

  it('is made once by several messages about it at once; a number is of one message', async () => {
    const messageIds = [1, 2, 3, 4].map((each) => `${name}-9-${each}`);
    const create = (messageId: string) => channels[name].send({ kind: 'create', orderNo: no(9), messageId });
    const answers = await Promise.all(messageIds.map(create));
    expect(new Set(answers.map((answer) => accepted(answer).data.orderNo)).size).toBe(1);
    expect(await ordersOf(no(9))).toHaveLength(1);
    const states = (await messagesOf(no(9))).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['applied', 'superseded', 'superseded', 'superseded']);
    const other = await channels[name].send({ kind: 'cancel', orderNo: no(9), messageId: messageIds[0]! });
    expect(errorOf(other)).toContain('Another message had this number. Ask the channel for a new number');
    expect((await ordersOf(no(9)))[0]).toMatchObject({ status: 1 });
  });

  it('takes its changes and its end in whatever order they come', async () => {
    const channel = channels[name];
    const until = (day: string) => ({ orderNo: no(10), kind: 'change', returned: `2027-03-${day} 10:00:00` }) as const;
    const early = await channel.send({ ...until('06'), version: 3, messageId: `${name}-10-3` });
    expect(accepted(early).data).toMatchObject({ result: 'parked', orderNo: null });
    accepted(await channel.send({ ...until('05'), version: 2 }));
    const { data } = accepted(await channel.send({ kind: 'create', orderNo: no(10), version: 1 }));
    expect(data.result).toBe('applied');
    const returned = async () => (await ordersOf(no(10)))[0]!.plannedReturnTime.toISOString();
    expect(await returned()).toBe('2027-03-06T03:00:00.000Z');
    // What was answered "parked" is answered as it became.
    const known = await channel.send({ ...until('06'), version: 3, messageId: `${name}-10-3` });
    expect(accepted(known).data).toMatchObject({ result: 'applied', orderNo: data.orderNo });
    const old = await channel.send({ ...until('05'), version: 2 });
    expect(accepted(old).data).toMatchObject({ result: 'superseded', orderNo: data.orderNo });
    expect(await returned()).toBe('2027-03-06T03:00:00.000Z');

    accepted(await channel.send({ kind: 'cancel', orderNo: no(11) }));
    accepted(await channel.send({ kind: 'create', orderNo: no(11) }));
    expect(await ordersOf(no(11))).toMatchObject([{ status: -1 }]);
    expect((await messagesOf(no(11))).map(({ state }) => state)).toEqual(['applied', 'applied']);
  });

  it('that was called off is not made again: another message about it is refused, the same one answered as before', async () => {
    const channel = channels[name];
    const made = { kind: 'create', orderNo: no(70), messageId: `made-${name}` } as const;
    const { data } = accepted(await channel.send(made));
    accepted(await channel.send({ kind: 'cancel', orderNo: no(70) }));
    const again = accepted(await channel.send({ kind: 'create', orderNo: no(70) })).data;
    expect(again).toMatchObject({ result: 'refused', orderNo: null, code: 'order.refusal.state.cancelled' });
    expect(accepted(await channel.send(made)).data).toEqual(data);
    expect(await ordersOf(no(70))).toMatchObject([{ status: -1 }]);
    const refused = (await messagesOf(no(70))).at(-1)!;
    expect(refused).toMatchObject({ state: 'refused' });
    expect(errorOf(await office.ops.post('/channels/message/apply', { id: refused['id'] }))).not.toBe('');
  });

  it('is called off once, by the penalty of the desk; what the channel has paid is to go back', async () => {
    const channel = channels[name];
    const total = accepted(await channel.send({ kind: 'create', orderNo: no(12) })).data.total!;
    accepted(await channel.send({ kind: 'cancel', orderNo: no(12), reason: 'changed plans' }));
    accepted(await channel.send({ kind: 'create', orderNo: no(13), total, prepaid: true }));
    const cancelled = await channel.send({ kind: 'cancel', orderNo: no(13) });
    expect(accepted(cancelled).data).toMatchObject({ result: 'applied', total: 0 });
    expect(accepted(await channel.send({ kind: 'cancel', orderNo: no(13) })).data.result).toBe('applied');
    const [order] = await ordersOf(no(13));
    expect(order).toMatchObject({ status: -1 });
    const { rows } = await sql`
      select amount, "requesterId", status from refund where "orderId" = ${order!.id}
    `.execute(office.app.db);
    expect(rows).toEqual([{ amount: total * 100, requesterId: null, status: 0 }]);
    const changed = await channel.send({ kind: 'change', orderNo: no(13), version: 9 });
    expect(accepted(changed).data).toMatchObject({ result: 'refused', code: 'order.refusal.state.cancelled' });
    await expectSoundMoney(office.app.db);
  });

  it('is read by everybody in a language of their own, whatever the call spoke that changed it', async () => {
    const channel = channels[name];
    const thai = { headers: { 'accept-language': 'th-TH' } };
    const send = async (happening: Parameters<typeof channel.send>[0]) =>
      accepted(await channel.send(happening, thai)).data;
    const total = (await send({ kind: 'create', orderNo: no(15) })).total!;
    await send({ kind: 'create', orderNo: no(16), total: total - 100, prepaid: true });
    const [[agreed], [ordinary]] = [await ordersOf(no(16)), await ordersOf(no(15))];
    const { data: fees } = accepted(
      await office.ops.get<{ item: string; remark: string }[]>(`/order/fees/${agreed!.id}`),
    );
    expect(fees.find(({ item }) => item === 'reduction')!.remark).toBe('{"key":"rental.order.agreedTotal"}');
    await send({ kind: 'cancel', orderNo: no(16) });
    await send({ kind: 'cancel', orderNo: no(15), reason: 'changed plans' });
    const admin = await office.app.as('admin');
    const exported = async (path: string, keyword: string, columns: string, language: string): Promise<string> =>
      (await admin.get(path, { format: 'csv', keyword, columns }, { 'accept-language': language })).text;
    for (const [language, words] of [
      ['zh-CN', '渠道取消'],
      ['en-US', 'Cancelled at the channel'],
      ['th-TH', 'ยกเลิกที่ช่องทาง'],
    ] as const) {
      expect(await exported('/order/export', agreed!.orderNo, 'cancelReason', language)).toContain(words);
      expect(await exported('/order/refund/export', agreed!.orderNo, 'reason', language)).toContain(words);
      expect(await exported('/order/export', ordinary!.orderNo, 'cancelReason', language)).toContain('changed plans');
    }
  });

  it('that the desk has entered already is that order', async () => {
    const id = await book(office.ops, { channel: channels[name].code, channelOrderNo: no(14), serviceType: 2 });
    const { data } = accepted(await channels[name].send({ kind: 'create', orderNo: no(14) }));
    expect(data.result).toBe('applied');
    expect(await ordersOf(no(14))).toMatchObject([{ id, orderNo: data.orderNo }]);
  });
});

describe('flash rentals of Zuzuche (D-CHN-02)', () => {
  it('are held to the quota here, too: of many at once as many are taken as are left', async () => {
    accepted(await office.ops.post('/channels/flashrent/save', { id: 1, quota: 2, leadHours: 4 }));
    const day = { flash: true, pickup: '2027-03-20 10:00:00', returned: '2027-03-20 18:00:00' };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((each) => channels.zuzuche.send({ kind: 'create', orderNo: `flash-${each}`, ...day })),
    );
    const results = answers.map((answer) => accepted(answer).data);
    expect(results.filter(({ result }) => result === 'applied')).toHaveLength(2);
    expect(new Set(results.flatMap(({ code }) => code ?? []))).toEqual(new Set(['quote.error.flashFull']));
  });
});

describe('what was refused', () => {
  const refused = async (orderNo: string) => {
    accepted(await channels.fliggy.send({ kind: 'create', orderNo, total: 100, messageId: `${orderNo}-1` }));
    return (await messagesOf(orderNo))[0]!['id'] as number;
  };

  it('is done once somebody has made it possible, and the channel is told', async () => {
    const id = await refused('R-1');
    accepted(await channels.fliggy.send({ kind: 'cancel', orderNo: 'R-1' }));
    expect(errorOf(await office.ops.post('/channels/message/apply', { id }))).toContain('too far below our price');
    expect((await messagesOf('R-1'))[0]).toMatchObject({ state: 'refused', tries: 1 });
    const tolerate = async (tolerancePercent: number) =>
      accepted(await office.ops.post('/channels/setting/save', { id: await settingOf(2), tolerancePercent }));
    await tolerate(100);
    accepted(await office.ops.post('/channels/message/apply', { id }));
    await tolerate(5);
    expect(await ordersOf('R-1')).toMatchObject([{ status: -1 }]);
    expect((await messagesOf('R-1')).map(({ state }) => state)).toEqual(['applied', 'applied']);
    const { rows } = await sql<{ payload: object }>`
      select payload from outbox where topic = 'order-result'
    `.execute(office.app.db);
    const told = { channel: 2, messageId: 'R-1-1', channelOrderNo: 'R-1', result: 'applied' };
    expect(rows).toMatchObject([{ payload: told }]);
    const again = await channels.fliggy.send({ kind: 'create', orderNo: 'R-1', total: 100, messageId: 'R-1-1' });
    expect(accepted(again).data.result).toBe('applied');
    expect(errorOf(await office.ops.post('/channels/message/apply', { id }))).toContain('nothing left to do');
  });

  it('is listed with its reason, and without what the channel has sent', async () => {
    await refused('R-2');
    const answer = await office.ops.get<{ list: object[] }>('/channels/message/list?state=refused&keyword=R-2');
    const listed = { channel: 2, kind: 'create', state: 'refused', channelOrderNo: 'R-2' };
    expect(accepted(answer).data.list).toMatchObject([listed]);
    expect(answer.text).not.toMatch(/content|driver|Li Ming|digest/);
    const parked = await channels.fliggy.send({ kind: 'change', orderNo: 'R-3' });
    expect(accepted(parked).data.result).toBe('parked');
    const id = (await messagesOf('R-3'))[0]!['id'];
    expect(errorOf(await office.ops.post('/channels/message/apply', { id }))).toContain('has not come yet');
  });

  it('is read by everybody in a language of their own, whatever the channel spoke', async () => {
    await refused('R-5');
    const admin = await office.app.as('admin');
    const reads = async (language: string): Promise<string> =>
      (
        await admin.get(
          '/resources/channelMessage/export',
          { format: 'csv', keyword: 'R-5' },
          { 'accept-language': language },
        )
      ).text;
    expect(await reads('en-US')).toMatch(/The agreed total THB 100\.00 is too far below our price THB [\d,]+\.\d\d/);
    expect(await reads('zh-CN')).toContain('渠道总价THB 100.00低于我方价格');
    expect(await reads('th-TH')).toContain('THB 100.00');
    expect(await reads('th-TH')).toMatch(/[ก-๙]{4,}[^,]*THB 100\.00/);
    const { list } = accepted(
      await office.ops.get<{ list: { reasons: { key: string }[] }[] }>('/channels/message/list?keyword=R-5'),
    ).data;
    expect(list.map(({ reasons }) => reasons.map(({ key }) => key))).toEqual([['rental.channel.priceTooLow']]);
  });

  it('is not known in its content after thirty days', async () => {
    const id = await refused('R-4');
    const isForgotten = async () => {
      await office.app.app.background.doNow('channelContents');
      return (await messagesOf('R-4')).map(({ content }) => content === null);
    };
    const cameBefore = (days: number) =>
      sql`
        update "channelMessage" set "createTime" = ${new Date(office.app.now() - days * 86_400_000)} where id = ${id}
      `.execute(office.app.db);
    await cameBefore(29);
    expect(await isForgotten()).toEqual([false]);
    await cameBefore(31);
    expect(await isForgotten()).toEqual([true]);
    expect(errorOf(await office.ops.post('/channels/message/apply', { id }))).toContain('no longer known');
  });
});
