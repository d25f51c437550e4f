import { describe, expect, test } from 'vitest';
import { fieldsOf, openBackOffice } from './backOffice.ts';
import { accepted, RENTAL } from './rental.ts';

const office = openBackOffice();

describe('institutions and suppliers', () => {
  const company = {
    name: 'Siam Leasing',
    type: 1,
    ownerType: 2,
    contact: 'K',
    phone: '+66811111119',
    email: 'k@example.com',
    address: 'Bangkok',
    licenseNo: 'L1',
    taxId: 'C1',
    legalPerson: 'K',
    status: 1,
  };
  const supplier = {
    name: 'Parts',
    type: 2,
    contact: 'P',
    phone: '+66811111118',
    email: 'p@example.com',
    address: 'Bangkok',
    taxId: 'S1',
    bankName: 'KBANK',
    accountName: 'P',
    accountNo: '1',
    status: 1,
  };

  test('a private owner needs neither email, licence nor legal person', async () => {
    const { email: _email, licenseNo: _licence, legalPerson: _person, ...person } = company;
    await office.save('/basics/institution/save', { ...person, ownerType: 1, taxId: 'P1' });
    expect(fieldsOf(await office.ops.post('/basics/institution/save', { ...person, taxId: 'P2' }))).toEqual([
      'email',
      'legalPerson',
      'licenseNo',
    ]);
    expect(
      fieldsOf(await office.ops.post('/basics/institution/save', { ...person, type: 2, ownerType: null, taxId: 'P2' })),
    ).toEqual(['email', 'legalPerson', 'licenseNo']);
  });

  test.each(['name', 'contact', 'phone', 'email', 'address', 'licenseNo', 'taxId', 'legalPerson'])(
    'a company needs %s',
    async (field) => {
      expect(fieldsOf(await office.ops.post('/basics/institution/save', { ...company, [field]: '' }))).toEqual([field]);
    },
  );

  test('licence number and tax ID are unique over all of them', async () => {
    await office.save('/basics/institution/save', company);
    expect((await office.ops.post('/basics/institution/save', { ...company, taxId: 'C2' })).errors).toEqual({
      licenseNo: 'Business license number already exists',
    });
    expect(
      (await office.ops.post('/basics/institution/save', { ...company, type: 3, ownerType: null, licenseNo: 'L2' }))
        .errors,
    ).toEqual({ taxId: 'Tax ID already exists' });
  });

  test('one that owns a car or insures one stays; a disabled one is not offered', async () => {
    const owner = await office.save('/basics/institution/save', { ...company, licenseNo: 'L5', taxId: 'C5' });
    const insurer = await office.save('/basics/institution/save', {
      ...company,
      type: 2,
      ownerType: null,
      licenseNo: 'L6',
      taxId: 'C6',
    });
    accepted(
      await office.ops.post('/car/save', {
        id: RENTAL.cars[3],
        ownerType: 2,
        institutionId: owner,
        compulsoryInsurance: { company: insurer, policyNo: 'P', startDate: '2027-01-01', endDate: '2028-12-31' },
      }),
    );
    for (const id of [owner, insurer])
      expect([id, (await office.ops.delete(`/basics/institution/delete/${id}`)).message]).toEqual([
        id,
        expect.stringMatching(/^Delete failed: 1 /),
      ]);
    await office.save('/basics/institution/save', { id: owner, status: 0 });
    const offered = accepted(await office.ops.get<{ id: number }[]>('/basics/institutionlist', { type: 1 })).data;
    expect(offered.some(({ id }) => id === owner)).toBe(false);
  });

  test('own and insure cars by their type; what is stored stays whatever becomes of it', async () => {
    const made = (type: number, status = 1) =>
      office.save('/basics/institution/save', {
        ...company,
        ...{
          type,
          status,
          ownerType: type === 1 ? 2 : null,
          licenseNo: `O${type}${status}`,
          taxId: `O${type}${status}`,
        },
      });
    const [owner, closed, insurer, garage] = [await made(1), await made(1, 0), await made(2), await made(3)];
    const id = RENTAL.cars[4];
    const unfit = 'This record cannot be chosen here. Choose another one';
    const policy = { policyNo: 'P', startDate: '2027-01-01', endDate: '2028-12-31' };
    const save = (values: object) => office.ops.post('/car/save', { id, ...values });
    for (const institutionId of [insurer, garage, closed]) {
      expect((await save({ ownerType: 2, institutionId })).errors).toEqual({ institutionId: unfit });
      expect((await office.ops.post('/car/changeowner', { id, ownerType: 2, institutionId })).errors).toEqual({
        institutionId: unfit,
      });
    }
    expect((await save({ institutionId: 999_999 })).errors).toEqual({
      institutionId: 'The chosen record does not exist. Choose another one',
    });
    for (const company of [owner, garage])
      expect((await save({ commercialInsurance: { ...policy, company } })).errors).toEqual({
        'commercialInsurance.company': unfit,
      });
    accepted(await save({ ownerType: 2, institutionId: owner, commercialInsurance: { ...policy, company: insurer } }));
    await office.save('/basics/institution/save', { id: owner, status: 0 });
    await office.save('/basics/institution/save', { id: insurer, status: 0 });
    accepted(await save({ color: 'red', institutionId: owner }));
    accepted(await save({ commercialInsurance: { ...policy, company: insurer, policyNo: 'P2' } }));
    expect((await save({ commercialInsurance: { ...policy, company: garage } })).statusCode).toBe(400);
  });

  test('a store stands in a city that is in use, and belongs to an active supplier', async () => {
    const inactive = await office.save('/supplier/save', { ...supplier, taxId: 'S9', accountNo: '9', status: 0 });
    expect((await office.ops.post('/basics/store/save', { id: RENTAL.phuket, supplierId: inactive })).errors).toEqual({
      supplierId: 'This record cannot be chosen here. Choose another one',
    });
  });

  test('have four types and two states, and every field comes back as it was saved', async () => {
    for (const type of [1, 2, 3, 4]) {
      const values = { ...company, type, ownerType: type === 1 ? 2 : null, licenseNo: `T${type}`, taxId: `T${type}` };
      const id = await office.save('/basics/institution/save', { ...values, name: `Type ${type}`, status: type % 2 });
      const { list } = accepted(
        await office.ops.get<{ list: { id: number }[] }>('/basics/institution/list', { keyword: `T${type}` }),
      ).data;
      expect(list).toMatchObject([{ ...values, id, name: `Type ${type}`, status: type % 2 }]);
    }
    for (const wrong of [
      { type: 5 },
      { type: null },
      { status: 2 },
      { status: null },
      { ownerType: 3 },
      { ownerType: null },
    ])
      expect(fieldsOf(await office.ops.post('/basics/institution/save', { ...company, ...wrong }))).toEqual(
        expect.arrayContaining(Object.keys(wrong)),
      );
  });

  test('are found by keyword, type, personal or company, and state', async () => {
    interface Row {
      readonly id: number;
      readonly type: number;
      readonly ownerType: number | null;
      readonly status: number;
    }
    const list = async (query: Record<string, string>): Promise<readonly Row[]> =>
      accepted(
        await office.ops.get<{ list: Row[] }>('/basics/institution/list', { pageNo: 1, pageSize: 100, ...query }),
      ).data.list;
    const all = await list({});
    const only = async (query: Record<string, string>, test: (row: Row) => boolean): Promise<void> => {
      const wanted = all.filter(test).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(0);
      expect((await list(query)).map(({ id }) => id)).toEqual(wanted);
    };
    await only({ type: '1' }, ({ type }) => type === 1);
    await only({ type: '2,3' }, ({ type }) => type === 2 || type === 3);
    await only({ ownerType: '1' }, ({ ownerType }) => ownerType === 1);
    await only({ ownerType: '2' }, ({ ownerType }) => ownerType === 2);
    await only({ status: '0' }, ({ status }) => status === 0);
  });

  test('saved with their own numbers are no duplicates of themselves', async () => {
    const values = { ...company, licenseNo: 'OWN', taxId: 'OWN' };
    const id = await office.save('/basics/institution/save', values);
    await office.save('/basics/institution/save', { ...values, id });
    accepted(await office.ops.delete(`/basics/institution/delete/${id}`));
  });

  test('are offered by type, each with its type', async () => {
    const offered = accepted(await office.ops.get<{ type: number }[]>('/basics/institutionlist')).data;
    expect(new Set(offered.map(({ type }) => type)).size).toBeGreaterThan(1);
    const insurers = accepted(await office.ops.get<{ type: number }[]>('/basics/institutionlist', { type: 2 })).data;
    expect(new Set(insurers.map(({ type }) => type))).toEqual(new Set([2]));
  });

  test.each(Object.keys(supplier))('a supplier needs %s', async (field) => {
    const value = typeof supplier[field as keyof typeof supplier] === 'string' ? '' : null;
    expect(fieldsOf(await office.ops.post('/supplier/save', { ...supplier, [field]: value }))).toEqual([field]);
  });
});
