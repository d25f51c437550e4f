import { expect, it, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { application } from '../../src/application.ts';
import type { Resource } from 'forecourt/model';

const { model } = application;
const resource = (name: string): Resource => model.resources.get(name)!;

test.each([
  ['store', 'storeName status businessHours operatorName address size fee'],
  ['insuranceReminder', 'carId alert compulsoryEnd commercialEnd storeId compulsoryCompany commercialCompany compulsoryPolicyNo commercialPolicyNo'], // prettier-ignore
])('the list of %s has these columns, in this order', (name, columns) => {
  expect(resource(name).list.columns).toEqual(columns.split(' '));
});

test.each(['vehicle', 'carType', 'brand', 'model', 'subModel', 'store', 'deliveryFee', 'maintenance', 'violation'])(
  'the id of a %s is a column that can be shown, or stands in its detail',
  (name) => {
    const { list, show, route } = resource(name);
    const seen = [...list.columns, ...list.hiddenColumns, ...(route.show ? show.groups.flatMap(({ fields }) => fields) : [])]; // prettier-ignore
    expect(seen).toContain('id');
    expect(resource(name).form.groups.flatMap(({ fields }) => fields)).not.toContain('id');
  },
);

it('asks for and saves the settings of a store under the documented paths', () => {
  expect(resource('storeSetting').api).toMatchObject({
    info: '/basics/store/festivalseting/{id}',
    save: '/basics/store/savefestivalseting',
  });
});

it('says the size of a store in square metres, in each language', () => {
  expect([en, zh, th].map(({ resources }) => resources.store.fields.size)).toEqual([
    'Floor area (m²)',
    '面积（平方米）',
    'พื้นที่ (ตร.ม.)',
  ]);
});

it('takes a vehicle type without year and picture', () => {
  const { byName } = resource('carType').entity;
  expect(['year', 'image'].map((name) => byName.get(name)!.required)).toEqual([false, false]);
});

it('says a fine in baht and yuan, in the list and the detail', () => {
  const { components, list, show } = resource('violation');
  expect(components['fine']?.field).toBe('BahtAndYuan');
  for (const fields of [list.columns, show.groups.flatMap((group) => group.fields)]) expect(fields).toContain('fine');
});

it('begins a holiday with three days at least', () => {
  const { byName } = resource('holiday').entity;
  expect([byName.get('minDays')!.default, byName.get('minDays')!.required]).toEqual([3, true]);
});
