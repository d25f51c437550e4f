import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, book } from './rental.ts';

const office = openBackOffice();

describe('members and blacklist', () => {
  const member = {
    name: '李雷',
    countryCode: '+86',
    phone: '13900000001',
    email: 'l@example.com',
    idType: 1,
    idNo: '110101199001010011',
  };

  test('an ID number belongs to one member, however it is written; a phone may be shared', async () => {
    const id = await office.save('/member/save', member);
    const shared = await office.save('/member/save', { ...member, idNo: 'X-1' });
    expect((await office.ops.post('/member/save', { ...member, idNo: 'ｘ 1' })).errors).toEqual({
      idNo: 'A member with this ID number already exists. Open that member instead',
    });
    accepted(await office.ops.delete(`/member/delete/${shared}`));
    expect((await office.ops.post('/member/save', { ...member, phone: '13900000002' })).errors).toEqual({
      idNo: 'A member with this ID number already exists. Open that member instead',
    });
    accepted(await office.ops.post('/member/status', { id, status: 0 }));
    expect((await office.ops.post('/member/status', { id, status: 0 })).statusCode).toBe(409);
    accepted(await office.ops.delete(`/member/delete/${id}`));
  });

  test('the state may be saved with the rest, by who could move it alone', async () => {
    const entered = { ...member, phone: '13900000021', idNo: '110101199001010021' };
    const id = await office.save('/member/save', { ...entered, status: 0 });
    const status = async () => (await office.rowOf('member', id))['status'];
    expect(await status()).toBe(0);
    await office.save('/member/save', { id, name: '韩梅', status: 1 });
    expect(await status()).toBe(1);
    expect((await office.ops.post('/member/save', { id, status: 7 })).errors).toEqual({
      status: 'Not one of the choices',
    });
    const service = await office.app.as('service');
    expect((await service.post('/member/save', { id, status: 0 })).errors).toHaveProperty('status');
    accepted(await service.post('/member/save', { id, name: '李雷', status: 1 }));
    expect(await status()).toBe(1);
    accepted(await office.ops.delete(`/member/delete/${id}`));
  });

  test.each(['name', 'phone', 'email', 'idNo'])('%s is required', async (field) => {
    expect(
      fieldsOf(await office.ops.post('/member/save', { ...member, phone: '13900000009', idNo: 'Y', [field]: '' })),
    ).toEqual([field]);
  });

  test('one with orders stays', async () => {
    office.app.at('2027-02-22 12:00');
    const order = await book(office.ops);
    const id = (await office.rowOf('order', order))['memberId'] as number;
    expect((await office.ops.delete(`/member/delete/${id}`)).message).toBe(
      'Delete failed: The member has orders. Disable the member instead',
    );
  });

  test('a blacklist entry names a phone or an ID number, and no pair twice', async () => {
    const neither = await office.ops.post('/member/blacklist/save', { type: 1 });
    expect(neither.errors).toMatchObject({ phone: 'Either phone number or ID number must not be empty' });
    const id = await office.save('/member/blacklist/save', { type: 1, phone: '13900000077' });
    await office.save('/member/blacklist/save', { type: 1, idNo: 'B1' });
    expect((await office.ops.post('/member/blacklist/save', { type: 2, phone: '13900000077' })).errors).toEqual({
      phone: 'This entry is already on the blacklist. Open it in the list',
    });
    expect((await office.ops.post('/member/blacklist/save', { type: 2, idNo: 'B1' })).errors).toEqual({
      idNo: 'This entry is already on the blacklist. Open it in the list',
    });
    await office.save('/member/blacklist/save', { type: 1, phone: '13900000077', idNo: 'B1' });
    expect((await office.ops.post('/member/blacklist/save', { id, phone: '' })).statusCode).toBe(400);
    accepted(await office.ops.delete(`/member/blacklist/delete/${id}`));
  });
});
