import { relationOf, type Entity } from '../../packages/forecourt/src/model/index.ts';

/**
 * Where the rows of a table would live in a database of several machines.
 *
 * - `order`: beside their order, by its pickup store
 * - `everywhere`: a copy on each machine, for what is small or read with everything and seldom written
 * - `one`: on one machine
 */
export type Place = 'order' | 'everywhere' | 'one';

/** The column that orders and what belongs to them are divided by. */
const SHARD_COLUMN = 'pickupStoreId';

const ORDER =
  'order orderFee payment deposit depositEntry preauth refund deduction renewal contract orderTask carChange outbox printKey';

const EVERYWHERE = `
  appMeta migration menu role user apiKey signInProvider webhook
  store supplier city institution brand model subModel carType vehicle member
  price flashRent deliveryFee holiday damagePrice storeSetting tagSetting parameter channelSetting smsSetting gpsSetting drawerCount`;

const ONE = `
  loginLog operationLog recordChange idempotency
  _backup _change _editing _erasure _file _removedFile _import _importChoice _importRow _knownPlace _logHead _logSeal _notice _notification _passkey _passwordLink _reader _recoveryCode _rememberedDevice _savedView _scimGroup _scimUser _secondFactor _secret _session _signIn _signInStep _upload _usedOnce _userIdentity _verification
  dayNumber hold maintenance annualInspection insurance gpsDevice carTrip dispatchPlan storageOrder
  coupon document blacklist carPlate dataRequest memberMerge violation
  channelDifference channelMessage channelStock
  webhookDelivery _webhookEvent`;

const listed = (names: string, place: Place): [string, Place][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, place]);

/** The place of every table, those of the framework and of modules included. */
export const PLACES: ReadonlyMap<string, Place> = new Map([
  ...listed(ORDER, 'order'),
  ...listed(EVERYWHERE, 'everywhere'),
  ...listed(ONE, 'one'),
]);

/** Properties that name a row on another machine: no database checks such a reference. A copy that is everywhere can be named from anywhere. */
export const crossings = (entity: Entity, places: ReadonlyMap<string, Place> = PLACES): string[] =>
  entity.fields
    .filter((field) => {
      if (relationOf(field) !== 'one' || !field.ref) return false;
      const there = places.get(field.ref.resource);
      return there !== 'everywhere' && there !== places.get(entity.name);
    })
    .map(({ name }) => name);

/** Unique groups of a divided table that do not hold the column it is divided by: each machine sees only its own rows. */
export const dividedUniques = (entity: Entity, places: ReadonlyMap<string, Place> = PLACES): string[] =>
  places.get(entity.name) === 'order'
    ? entity.unique.filter(({ fields }) => !fields.includes(SHARD_COLUMN)).map(({ fields }) => fields.join(', '))
    : [];
