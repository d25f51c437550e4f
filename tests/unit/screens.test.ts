import { describe, expect, it } from 'vitest';
import { application } from '../../src/application.ts';

const { model } = application;
const screen = (name: string) => model.resources.get(name)!;
const actionOf = (name: string, action: string) => screen(name).actions?.find((each) => each.name === action);

/** What a form asks for: in these fields and no others, by the field lines of the requirements. */
const FORMS: Readonly<Record<string, string>> = {
  deduction: 'orderId type violationId amount reason images remark',
  refund: 'orderId feeItem amount method payeeAccount reason remark',
  price: 'storeId subModelId dailyPrice monthlyPrice deposit holidayPrices description photos',
  holiday: 'name startDate endDate minDays',
  supplier: 'name type taxId status contact phone email address bankName accountName accountNo',
};

/** What a list begins with. */
const COLUMNS: Readonly<Record<string, string>> = {
  city: 'cityName province country cityCode latitude longitude timeZone status',
  institution: 'name type ownerType contact phone address taxId status',
  holiday: 'name startDate endDate startsIn minDays prices bookingOpen',
};

describe('a screen', () => {
  it.each(Object.entries(FORMS))('of %s asks for its documented fields', (name, fields) => {
    expect(
      screen(name)
        .form.groups.flatMap((group) => group.fields)
        .join(' '),
    ).toBe(fields);
  });

  it.each(Object.entries(COLUMNS))('of %s lists its documented columns', (name, columns) => {
    expect(screen(name).list.columns.join(' ')).toBe(columns);
  });

  it.each(['city', 'institution', 'supplier', 'role', 'store', 'carType', 'deliveryFee'])(
    'of %s can show the id of its records',
    (name) => expect(screen(name).list.hiddenColumns).toContain('id'),
  );

  it('of a deduction shows all of it', () => {
    const shown = new Set(screen('deduction').show.groups.flatMap(({ fields }) => fields));
    const kept = ['id', 'deductNo', 'createTime', 'updateTime'];
    expect(
      [...screen('deduction').entity.byName.keys()].filter((name) => !shown.has(name) && !kept.includes(name)),
    ).toEqual([]);
  });
});

it('the list of documents is not filtered by what is no document: not uploaded', () => {
  const status = screen('document').list.filters.find(({ name }) => name === 'status')!;
  const offered = model.codes[status.codes!]!.map(({ code }) => code).filter((code) => !status.without?.includes(code));
  expect(offered).toEqual([1, 2, 3]);
});

describe('a step', () => {
  it('asks before it does something, or for what it needs; a copy and a look at a provider undo nothing', () => {
    const silent = [...model.resources.values()].flatMap(({ name, actions = [] }) =>
      actions
        .filter(({ confirm, ask = [], component, opens }) => !confirm && ask.length === 0 && !component && !opens)
        .map((action) => `${name} ${action.name}`),
    );
    // Ready and dirty are each other's way back.
    expect(silent).toEqual(['carType copy', 'gpsDevice sync', 'vehicle ready', 'vehicle dirty']);
  });

  it.each(['deduction', 'refund'])('of a %s that succeeded takes the number, one that failed must say why', (name) => {
    expect(actionOf(name, 'success')?.ask).toContain('transactionNo');
    expect(actionOf(name, 'failure')).toMatchObject({ ask: ['failReason'], require: ['failReason'] });
  });
});
