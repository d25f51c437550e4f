import { expect, it } from 'vitest';
import { application } from '../../src/application.ts';

/** Entities whose rows every holder of the key sees, whatever stores that user has, and why. */
const OF_NO_STORE: Readonly<Record<string, string>> = {
  blacklist: 'a renter belongs to no store (D-PERM-07)',
  member: 'a renter belongs to no store (D-PERM-07)',
  document: 'of members, who belong to no store (D-PERM-07)',
  memberMerge: 'of members, who belong to no store',
  dataRequest: 'of members, who belong to no store',
  coupon: 'by its orders, which a registered restriction says; without an order it belongs to no store',
  brand: 'the catalogue of the company',
  model: 'the catalogue of the company',
  subModel: 'the catalogue of the company',
  carType: 'the catalogue of the company',
  damagePrice: 'one list for the company',
  city: 'master data of the company',
  holiday: 'the calendar of the company',
  institution: 'master data of the company',
  supplier: 'master data of the company',
  smsSetting: 'how the company sends for a supplier; whoever keeps suppliers keeps it',
  gpsSetting: 'one for the company',
  channelSetting: 'one a channel, for the company',
  parameter: 'one for the company',
  user: 'accounts of the company; nobody changes one that sees more than he or she does',
  apiKey: 'nobody makes one whose user sees more than he or she does',
  signInProvider: 'gives nobody more than whoever sets it up may see',
  webhook: 'nobody makes one whose owner sees more than he or she does',
  webhookDelivery: 'says the id of a record, and nothing of what it holds',
  role: 'accounts of the company',
  menu: 'accounts of the company',
  operationLog: 'what users did; values need the right and the scope of the record',
  loginLog: 'who signed in',
};

it('every entity lies in the stores of its rows, or says here why not', () => {
  const without = [...application.model.entities.values()].filter(({ scope }) => scope.length === 0);
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(OF_NO_STORE).toSorted());
});

it('what has no scope and names a record of a store is restricted otherwise', () => {
  const { entities, scopeEntity } = application.model;
  const { rowScopes = {} } = application.module;
  const open = [...entities.values()].filter(
    ({ name, scope, fields }) =>
      scope.length === 0 &&
      !rowScopes[name] &&
      fields.some(
        ({ ref, kind }) =>
          kind === 'ref' && (ref?.resource === scopeEntity || entities.get(ref!.resource)!.scope.length > 0),
      ),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});
