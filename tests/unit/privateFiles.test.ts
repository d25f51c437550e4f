import { expect, it } from 'vitest';
import { application } from '../../src/application.ts';
import { factsOf, isPrivateFile, kindOf, type PropertySchema } from 'forecourt/model';

/** Files that whoever is signed in and has the name may open by a signed address, and why. Everything else is private (`x-private`). */
const PUBLIC: Readonly<Record<string, string>> = {
  'carType.image': 'a picture from the catalogue',
  'contract.signImage': 'printed sheets show it, which are read by a key without a session',
  'insurance.image': 'the policy of a car of the fleet',
  'insuranceReminder.image': 'the policy of a car of the fleet',
  'maintenance.images': 'what was done to a car',
  'order.contractSignImage': 'printed sheets show it, which are read by a key without a session',
  'orderTask.damagePhotos': 'the car; printed sheets show them',
  'orderTask.damages.photo': 'the car; printed sheets show them',
  'orderTask.frontPhoto': 'the car; printed sheets show it',
  'orderTask.mileagePhoto': 'the car; printed sheets show it',
  'orderTask.video': 'a walk around the car; players read it piece by piece',
  'price.photos': 'pictures that channels show to customers',
  'user.avatar': 'everybody at work sees who did something',
  'vehicle.images': 'the car',
  'vehicle.licenceBack': 'the papers of a car of the fleet',
  'vehicle.licenceFront': 'the papers of a car of the fleet',
  'vehicle.compulsoryInsurance.image': 'the papers of a car of the fleet',
  'vehicle.commercialInsurance.image': 'the papers of a car of the fleet',
};

/** Every property that holds names of uploads, below this one too. Inside documents some have no widget: they are called after what they hold. */
function* uploads(name: string, property: PropertySchema): Generator<string> {
  if (factsOf({ kind: kindOf(property) }).uploaded) yield name;
  else if (property.type === 'string' && property.maxLength === 100 && /(photo|image|picture|file)$/i.test(name))
    yield name;
  for (const [part, inner] of Object.entries({ ...property.properties, ...property.items?.properties }))
    yield* uploads(`${name}.${part}`, inner);
}

it('every file that a record can hold is private, or is named here as public', () => {
  const open = [...application.model.entities.values()].flatMap(({ name, fields }) =>
    fields
      .filter((field) => !isPrivateFile(field) && field.compute === undefined)
      .flatMap((field) => [...uploads(`${name}.${field.name}`, field.schema)]),
  );
  expect(open.toSorted()).toEqual(Object.keys(PUBLIC).toSorted());
});
