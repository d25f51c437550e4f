import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../application/options.ts';
import { readApplication } from '../application/readApplication.ts';
import { runHere, runScript } from '../application/testing/runScript.ts';
import { removeSamples, sampleApplication, sampleSchema } from '../application/testing/sampleApplication.ts';
import { checkApplication } from '../check/checkApplication.ts';
import { askRequest } from './ask.ts';
import { planResource, writeResource, type ResourceRequest } from './newResource.ts';

vi.setConfig({ testTimeout: 30_000 });
afterAll(removeSamples);

const request = (change: Partial<ResourceRequest> = {}): ResourceRequest => ({
  name: 'carPark',
  fields: 'name:string! roomId:ref(room) price:money state:codes(shelfState)=0 startDate:date! note:text place:point',
  group: 'stock',
  icon: 'Shelves',
  declared: true,
  labels: { 'zh-CN': { name: '停车场', fields: { price: '价格' } } },
  ...change,
});
const json = async (folder: string, file: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Record<string, unknown>;

describe.each([true, false])('a new entity (with a resource file: %s)', (declared) => {
  it('leaves an application that has no mistakes', async () => {
    const folder = await sampleApplication();
    const source = await readApplication(folder);
    const written = await writeResource(source, planResource(source, request({ declared })));
    expect(written).toEqual([
      'schemas/carPark.json',
      ...(declared ? ['resources/carPark.ts'] : []),
      ...['i18n/zh-CN.json', 'i18n/en-US.json', 'i18n/th-TH.json', 'schemas/types.generated.ts'],
    ]);
    expect(await checkApplication(folder)).toEqual([]);
    expect(await readFile(path.join(folder, 'schemas/types.generated.ts'), 'utf8')).toContain('export interface CarPark');
  });
}); // prettier-ignore

it('takes labels from flags, then from texts that the application has, then from English', async () => {
  const folder = await sampleApplication();
  const source = await readApplication(folder);
  await writeResource(source, planResource(source, request()));
  expect((await json(folder, 'i18n/zh-CN.json'))['resources']).toMatchObject({
    carPark: { name: '停车场', title: '停车场', fields: { id: '编号', price: '价格', startDate: 'Start date' } },
    shelf: { name: 'Shelf' },
  });
  expect((await json(folder, 'i18n/en-US.json'))['resources']).toMatchObject({
    carPark: { name: 'Car park', title: 'Car parks', fields: { roomId: 'Room' } },
  });
});

it.each<[string, Partial<ResourceRequest>, string]>([
  ['an entity that exists', { name: 'shelf' }, 'shelf exists: schemas/shelf.json'],
  ['an entity of the framework', { name: 'user' }, 'user is an entity of the framework'],
  ['a name that differs in capitals only', { name: 'sHelf' }, 'shelf exists'],
  ['a name that is no identifier', { name: 'car-park' }, 'carPark?'],
  ['a table of the framework', { name: 'recordChange' }, 'a table of the framework itself'],
  ['a file that is something else', { name: 'codes' }, 'means something else here'],
  ['a field that every table has', { fields: 'id:integer' }, 'every table has "id"'],
  ['a field that is no identifier', { fields: 'start-date:date' }, 'startDate?'],
  ['a field on the name of a relation', { fields: 'roomId:ref(room) roomName:string' }, '"roomName" is what roomId answers'],
  ['an unknown kind', { fields: 'price:mony' }, 'did you mean "money"?'],
  ['a relation to nothing', { fields: 'roomId:ref(rom)' }, 'roomId: there is no schema "rom"; did you mean "room"?'],
  ['an unknown code table', { fields: 'state:codes(shelfStat)' }, 'state: there is no code table "shelfStat"; did you mean "shelfState"?'],
  ['no fields', { fields: ' ' }, 'say which fields'],
])('refuses %s', async (_what, change, message) => {
  const source = await readApplication(await sampleApplication());
  expect(() => planResource(source, request(change))).toThrow(UsageError);
  expect(() => planResource(source, request(change))).toThrow(message);
}); // prettier-ignore

it('never overwrites a file', async () => {
  const folder = await sampleApplication();
  const source = await readApplication(folder);
  const plan = planResource(source, request());
  await writeResource(source, plan);
  await expect(writeResource(source, plan)).rejects.toThrow('EEXIST');
});

it('asks for what was not said, and again after a refused answer', async () => {
  const source = await readApplication(await sampleApplication());
  const answers = [
    'shelf',
    'carPark',
    'name:strng',
    'name:string!',
    '',
    'Parking lots',
    '停车场',
    '',
    'y',
    '',
    'Shelves',
  ];
  const told: string[] = [];
  const asked = await askRequest(
    source,
    { group: 'stock', icon: 'TableRows', declared: true },
    (_question, proposal) => Promise.resolve(answers.shift()! || proposal || ''),
    (text) => void told.push(text),
  );
  expect(asked).toEqual({
    name: 'carPark',
    fields: 'name:string!',
    declared: true,
    group: 'stock',
    icon: 'Shelves',
    labels: {
      'en-US': { name: 'Car park', title: 'Parking lots' },
      'zh-CN': { name: '停车场' },
      'th-TH': { name: 'Car park' },
    },
  });
  expect(told.join('\n')).toMatch(/shelf exists[^]*did you mean "string"/);
});

describe('npm run new', () => {
  it('writes the files and says what to do next', async () => {
    const folder = await sampleApplication();
    const args = ['--fields', 'name:string! price:money', '--group', 'stock', '--icon', 'Shelves', '--title', 'Parking', '--app', folder];
    const { code, stdout } = await runScript('new/command.ts', ['resource', 'carPark', ...args, '--th', 'name=ที่จอดรถ; price=ราคา']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('next: npm run check') as string });
    expect(await checkApplication(folder)).toEqual([]);
    expect((await json(folder, 'i18n/th-TH.json'))['resources']).toMatchObject({ carPark: { title: 'ที่จอดรถ', fields: { price: 'ราคา' } } });
    expect((await json(folder, 'i18n/en-US.json'))['resources']).toMatchObject({ carPark: { title: 'Parking' } });
  });

  it('refuses without writing anything', async () => {
    const folder = await sampleApplication();
    const { code, stderr } = await runHere('new/command.ts', ['resource', 'shelf', '--fields', 'a:string', '--app', folder]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'shelf exists: schemas/shelf.json. Edit it, or choose another name\n' });
    expect(JSON.stringify(await json(folder, 'schemas/shelf.json'))).toBe(JSON.stringify(sampleSchema));
  });

  it('says what is missing when nobody can be asked', async () => {
    const { code, stderr } = await runScript('new/command.ts', ['resource', 'carPark']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--fields') as string });
  });
}); // prettier-ignore
