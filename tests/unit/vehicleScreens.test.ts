import { expect, it, test } from 'vitest';
import en from '../../i18n/en-US.json';
import th from '../../i18n/th-TH.json';
import zh from '../../i18n/zh-CN.json';
import { application } from '../../src/application.ts';

const { model } = application;
const vehicle = model.resources.get('vehicle')!;

const placeOf = (name: string): readonly unknown[] => {
  const { menu, route } = model.resources.get(name)!;
  return [menu?.group, route.list];
};

/** The steps of the form of a car and what each holds (D-CAR-05); the city comes from the store and is only shown. */
const STEPS = {
  model: 'brandId modelId subModelId category transmission fuelType displacement year seats doors luggage',
  basic:
    'plate storeId cityId ownerType institutionId color etc mileage maintenanceCycle nextMaintenanceMileage purchaseDate price images remark',
  licence:
    'licenceNo frameNo engineNo registerDate inspectionExpiry roadTaxExpiry usageCharacter licenceFront licenceBack',
  insurance: 'compulsoryInsurance commercialInsurance',
} as const;

it('enters a car in four steps with exactly these inputs', () => {
  expect(vehicle.form.layout).toBe('steps');
  expect(Object.fromEntries(vehicle.form.groups.map(({ key, fields }) => [key, fields.join(' ')]))).toEqual(STEPS);
  expect(vehicle.form.groups[0]!.helper).toMatchObject({
    resource: 'carType',
    fills: { brandId: 'brandId', transmission: 'transmission', fuelType: 'fuel', seats: 'seats', doors: 'doors' },
  });
});

test.for(['compulsoryInsurance', 'commercialInsurance'])(
  '%s is a company, a number, a period and a picture',
  (name) => {
    expect(Object.keys(vehicle.entity.byName.get(name)!.schema.properties!)).toEqual(
      ['company', 'policyNo', 'startDate', 'endDate', 'image'], // prettier-ignore
    );
  },
);

it('shows on its page everything that is entered, and the lists of all that happens to a car', () => {
  const shown = new Set(vehicle.show.groups.flatMap(({ fields }) => fields));
  expect(Object.values(STEPS).flatMap((names) => names.split(' ')).filter((name) => !shown.has(name))).toEqual([]); // prettier-ignore
  expect(vehicle.show.groups.flatMap(({ tab }) => tab ?? [])).toContain('costs');
  expect(vehicle.show.related?.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(['order', 'maintenance', 'insurance', 'annualInspection', 'violation', 'storageOrder', 'gpsDevice']), // prettier-ignore
  );
});

it('says that the price of a car is what was paid for it', () => {
  expect([en, zh, th].map(({ resources }) => resources.vehicle.fields.price)).toEqual(['Purchase price', '购车价格', 'ราคาซื้อ']); // prettier-ignore
});

it('has brands, models, sub-models and vehicle types among the basics, though their addresses begin with /car', () => {
  expect(['brand', 'model', 'subModel', 'carType'].map((name) => placeOf(name))).toEqual([
    ['basics', '/car/brand'],
    ['basics', '/car/models'],
    ['basics', '/car/submodels'],
    ['basics', '/car/cartype'],
  ]);
});
