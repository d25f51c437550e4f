import { expect, test } from 'vitest';
import { exportParameters } from 'forecourt/model';
import { caller } from './dataModel.ts';
import { openTables, thing } from './things.ts';

const tables = openTables();
const anything = ['object', 'array', 'string', 'number', 'boolean'] as const;

test('a property of several types keeps whatever JSON says, also through the form for import', async () => {
  const model = thing({ value: { type: anything, default: [] }, rate: { type: 'number', multipleOf: 0.01 } });
  const data = tables.on(model);
  await data.applyTables();
  const values: readonly unknown[] = [[1, 'a', null], { a: { b: 1 } }, 'x', '{"not": "a document"}', 5, 0.5, true];
  for (const value of values) {
    const { id } = await data.save('thing', { name: 'a', value }, caller());
    expect(JSON.parse(await data.info('thing', id, caller()))).toMatchObject({ value });
  }
  const { id } = await data.save('thing', { name: 'default' }, caller());
  expect(JSON.parse(await data.info('thing', id, caller()))).toMatchObject({ value: [] });
  let csv = '';
  for await (const part of data.exportRows('thing', {}, caller(), { values: 'raw', columns: ['value'] })) csv += part;
  for (const value of values) expect(csv).toContain(JSON.stringify(value).replaceAll('"', '""'));
});

test('a step of hundredths is kept by large numbers, too', async () => {
  const data = tables.on(thing({ rate: { type: 'number', multipleOf: 0.01 } }));
  await data.applyTables();
  for (const rate of [19.99, 123_456_789_012.34, -0.01])
    await expect(data.save('thing', { name: 'a', rate }, caller())).resolves.toBeDefined();
  for (const rate of [0.005, 123_456_789_012.345])
    await expect(data.save('thing', { name: 'a', rate }, caller())).rejects.toThrow();
});

test('the parameters of an export yield to what a list is filtered by', () => {
  const model = thing({ format: { type: 'integer', 'x-ref': { resource: 'thing' } } });
  const resource = model.resources.get('thing')!;
  expect(exportParameters({ ...resource, dialect: 'house' }).format).toBe('_format');
  expect(exportParameters(resource).format).toBe('format');
});
