import { afterAll, expect, it, vi } from 'vitest';
import {
  removeSamples,
  sampleApplication,
  sampleDeclaration,
  sampleSchema,
  sampleTexts,
  type Files,
} from '../application/testing/sampleApplication.ts';
import { checkApplication } from './checkApplication.ts';

vi.setConfig({ testTimeout: 30_000 });
afterAll(removeSamples);

const SHELF = 'schemas/shelf.json';
const ROOM = 'schemas/room.json';
const RESOURCE = 'resources/shelf.ts';

type Properties = Readonly<Record<string, object>>;
const shelf = (properties: Properties = {}, rest: object = {}): Files => ({
  [SHELF]: { ...sampleSchema, ...rest, properties: { ...sampleSchema.properties, ...properties } },
});
const declared = (from: string, to: string): Files => ({ [RESOURCE]: sampleDeclaration.replace(from, to) });
const action = (said: string): Files => declared("permission: 'edit' }", `${said} }`);
const states = (change: object = {}): object => ({
  'x-states': { field: 'state', initial: 0, transitions: [{ action: 'fill', from: [0], to: 1 }], ...change },
});
const text = { type: 'string', maxLength: 20 };
const integer = { type: 'integer' };
const date = { type: 'string', format: 'date' };
const ref = (resource: string): object => ({ type: 'integer', 'x-ref': { resource } });
const { empty: _empty, ...actionLabels } = sampleTexts.resources.shelf.actions;
const unlabelled = {
  ...sampleTexts,
  resources: { ...sampleTexts.resources, shelf: { ...sampleTexts.resources.shelf, actions: actionLabels } },
};

/** What people write wrong, and what the check has to say: file, pointer, and what was probably meant. */
const MISTAKES: readonly (readonly [what: string, files: Files, file: string, pointer: string, says: string])[] = [
  ['a value of the wrong type', shelf({ label: { type: 'string', maxLength: '4' } }), SHELF, '/properties/label/maxLength', '"4" is not a whole number'],
  ['a relation to nothing', shelf({ roomId: ref('rom') }), SHELF, '/properties/roomId/x-ref/resource', 'did you mean "room"'],
  ['a label that one language lacks', { 'i18n/th-TH.json': unlabelled }, 'i18n/th-TH.json', '/resources/shelf/actions/empty', 'is missing'],
  ['a label that no language has', { 'i18n/en-US.json': unlabelled, 'i18n/zh-CN.json': unlabelled, 'i18n/th-TH.json': unlabelled }, 'i18n/en-US.json', '/resources/shelf/actions/empty', 'is missing'],
  ['a step to a state that is none', shelf({}, states({ transitions: [{ action: 'fill', from: [0], to: 7 }] })), SHELF, '/x-states/transitions/0/to', '7 is no code of "shelfState"'],
  ['an initial state that is none', shelf({ state: { type: 'integer', 'x-codes': 'shelfState' } }, states({ initial: 9 })), SHELF, '/x-states/initial', '9 is no code of "shelfState"'],
  ['a required property that is none', shelf({}, { required: ['lable'] }), SHELF, '/required/0', 'did you mean "label"'],
  ['a misspelt title', shelf({}, { 'x-title': ['lable'] }), SHELF, '/x-title/0', 'did you mean "label"'],
  ['a misspelt keyword', shelf({ label: { type: 'string', maxlength: 4 } }), SHELF, '/properties/label/maxlength', 'did you mean "maxLength"'],
  ['a misspelt column', declared("'roomId'", "'romId'"), RESOURCE, '/list/columns', 'did you mean "roomId"'],
  ['an order of two kinds', shelf({ from: date, size: { ...integer, 'x-after': 'from' } }), SHELF, '/properties/size/x-after', 'of another kind'],
  ['a comma too many', { [ROOM]: '{\n  "type": "object",\n}\n' }, ROOM, '', ''],
  ['two pages of one address', { 'resources/room.ts': sampleDeclaration.replace("'shelf',", "'room',").replaceAll(/ {2}(list: \{|actions|api).*\n/g, '') }, 'resources/shelf.ts', '/route/list', 'already belongs to room'],
  ['an action that is no step', { ...shelf({}, states()), ...declared("name: 'empty', post: '/stock/shelf/empty'", "name: 'fil'") }, RESOURCE, '/actions/fil', 'did you mean "fill"'],
  // Until here a mistake in the words, from here on one in what they say.
  ['limits that exclude each other', shelf({ size: { ...integer, minimum: 9, maximum: 3 } }), SHELF, '/properties/size/minimum', 'are the two exchanged?'],
  ['a default of another type', shelf({ size: { ...integer, default: '7' } }), SHELF, '/properties/size/default', 'write 7 without quotes'],
  ['a default outside the limits', shelf({ size: { ...integer, maximum: 3, default: 5 } }), SHELF, '/properties/size/default', 'above the maximum 3'],
  ['an interval of numbers', shelf({ size: integer, day: date }, { 'x-exclude': { key: ['roomId'], interval: ['size', 'label'], message: 'msg.duplicate' } }), SHELF, '/x-exclude/interval/0', 'for example "day"'],
  ['a condition over a property that is none', shelf({ note: { ...text, 'x-show': { properties: { stat: { const: 1 } } } } }), SHELF, '/properties/note/x-show/properties/stat', 'did you mean "state"'],
  ['a condition over a code that is none', shelf({ note: { ...text, 'x-show': { properties: { state: { const: 4 } } } } }), SHELF, '/properties/note/x-show/properties/state/const', '4 is no code of "shelfState", which has 0, 1'],
  ['a required field that nobody asks for', action("permission: 'edit', ask: ['label'], require: ['lable']"), RESOURCE, '/actions/empty/require', 'did you mean "label"'],
  ['a default that is not the initial state', shelf({ state: { type: 'integer', 'x-codes': 'shelfState', default: 1 } }, states()), SHELF, '/properties/state/default', 'did you mean 0'],
  ['a permission that no role can be given', action("permission: 'shelf-edti'"), RESOURCE, '/actions/empty/permission', 'did you mean "shelf-edit"'],
  ['two entities that require each other', { ...shelf({}, { required: ['roomId'] }), [ROOM]: { type: 'object', required: ['shelfId'], properties: { name: text, shelfId: ref('shelf') } } }, SHELF, '/required/0', 'leave one of these relations out'],
]; // prettier-ignore

/** The same kinds of mistakes in other places. */
const SIBLINGS: typeof MISTAKES = [
  ['no label of a choice within a document', shelf({ size: { type: 'object', properties: { unit: { type: 'string', enum: ['box'] } } } }), 'i18n/th-TH.json', '/codes/shelf/size/unit/box', 'the text "codes.shelf.size.unit.box" is missing'],
  ['no label of a choice within a list of documents', shelf({ lines: { type: 'array', items: { type: 'object', properties: { unit: { type: 'integer', enum: [1, 2] } } } } }), 'i18n/en-US.json', '/codes/shelf/lines/unit/2', 'is missing'],
  ['years of a text', shelf({ note: { ...text, 'x-years': [1900, 2000] } }), SHELF, '/properties/note/x-years', 'only a date has years'],
  ['years in the wrong order', shelf({ day: { ...date, 'x-years': [2100, 2000] } }), SHELF, '/properties/day/x-years', 'comes after'],
  ['lengths that exclude each other', shelf({ note: { type: 'string', minLength: 9, maxLength: 3 } }), SHELF, '/properties/note/minLength', 'exchanged'],
  ['limits that exclude each other inside a document', shelf({ box: { type: 'object', properties: { w: { ...integer, minimum: 2, exclusiveMaximum: 2 } } } }), SHELF, '/properties/box/properties/w/minimum', 'exchanged'],
  ['a list without a possible number of entries', shelf({ tags: { type: 'array', items: text, minItems: 3, maxItems: 1 } }), SHELF, '/properties/tags/minItems', 'exchanged'],
  ['an amount of three decimals by default', shelf({ price: { type: 'number', 'x-widget': 'money', default: 2.005 } }), SHELF, '/properties/price/default', 'at most two decimals'],
  ['a default that is no day', shelf({ day: { ...date, default: '2026-02-30' } }), SHELF, '/properties/day/default', 'not a day'],
  ['a default that is none of the choices', shelf({ colour: { type: 'string', enum: ['red', 'blue'], default: 'rde' } }), SHELF, '/properties/colour/default', 'did you mean "red"'],
  ['x-require over a property that is none', shelf({ note: { ...text, 'x-require': { anyOf: [{ required: ['lable'] }] } } }), SHELF, '/properties/note/x-require/anyOf/0/required/0', 'did you mean "label"'],
  ['x-edit over a property that is none', shelf({ note: { ...text, 'x-edit': { not: { properties: { stat: { const: 1 } } } } } }), SHELF, '/properties/note/x-edit/not/properties/stat', 'did you mean "state"'],
  ['a condition over a computed value', shelf({ note: { ...text, 'x-show': { properties: { load: { minimum: 1 } } } } }), SHELF, '/properties/note/x-show/properties/load', 'not known when a record is saved'],
  ['a condition over the title of a relation', shelf({ note: { ...text, 'x-show': { properties: { roomName: { const: 'A' } } } } }), SHELF, '/properties/note/x-show/properties/roomName', 'name "roomId"'],
  ['a condition over a part that a document lacks', shelf({ box: { type: 'object', properties: { width: integer } }, note: { ...text, 'x-show': { properties: { box: { properties: { with: { minimum: 1 } } } } } } }), SHELF, '/properties/note/x-show/properties/box/properties/with', 'did you mean "width"'],
  ['an order by a part that a document lacks', shelf({ box: { type: 'object', properties: { to: { ...date, 'x-after': 'form' }, from: date } } }), SHELF, '/properties/box/properties/to/x-after', 'did you mean "from"'],
  ['a number compared with a text', shelf({ size: integer, note: { ...text, 'x-show': { properties: { size: { const: '3' } } } } }), SHELF, '/properties/note/x-show/properties/size/const', 'holds numbers'],
  ['an action under a condition over nothing', action("permission: 'edit', when: { properties: { stat: { const: 1 } } }"), RESOURCE, '/actions/empty/when/properties/stat', 'did you mean "state"'],
  ['an action under a condition over no code', action("permission: 'edit', when: { properties: { state: { enum: [1, 5] } } }"), RESOURCE, '/actions/empty/when/properties/state/enum/1', '5 is no code'],
  ['rows of a code that is none', shelf({ from: date, to: date }, { 'x-exclude': { key: ['roomId'], interval: ['from', 'to'], where: { state: [0, 8] }, message: 'msg.duplicate' } }), SHELF, '/x-exclude/where/state/1', '8 is no code'],
  ['a first filter that the list lacks', declared("filters: ['keyword', 'state']", "filters: ['keyword', 'state'], filterDefaults: { stat: 1 }"), RESOURCE, '/list/filterDefaults/stat', 'did you mean "state"'],
  ['a saved filter with a code that is none', declared("filters: ['keyword', 'state']", "filters: ['keyword', 'state'], savedFilters: [{ key: 'full', filter: { state: 6 } }]"), RESOURCE, '/list/savedFilters/0/filter/state', '6 is no code'],
  ['a right of a property in a resource that is none', shelf({ cost: { ...integer, 'x-access': { read: 'shlf-cost' } } }), SHELF, '/properties/cost/x-access/read', 'no role can be given "shlf-cost"'],
  ['an entity that requires itself', shelf({ aboveId: ref('shelf') }, { required: ['aboveId'] }), SHELF, '/required/0', 'shelf needs shelf'],
]; // prettier-ignore

it('knows two dozen mistakes', () => {
  expect(MISTAKES).toHaveLength(24);
});

it.each([...MISTAKES, ...SIBLINGS])('refuses %s, with its place and what was meant', async (_what, files, file, pointer, says) => {
  const findings = await checkApplication(await sampleApplication(files));
  const found = findings.find((one) => one.level === 'error' && one.file === file && one.pointer === pointer);
  expect(found, JSON.stringify(findings, null, 1)).toBeDefined();
  expect(found!.message).toContain(says);
  if (file.endsWith('.json') && file.startsWith('schemas/')) expect(found!.line).toBeGreaterThan(0);
}); // prettier-ignore

it('takes a word that only x-access says, and keys of other resources', async () => {
  const files = {
    ...shelf({ cost: { ...integer, 'x-access': { read: 'cost', write: 'room-edit' } } }),
    ...action("permission: ['edit', 'cost', 'room-delete']"),
  };
  const findings = await checkApplication(await sampleApplication(files));
  expect(findings.filter(({ message }) => message.includes('no role'))).toEqual([]);
});
