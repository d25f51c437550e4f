import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  diskGigabytes,
  liveLoads,
  machines,
  ordersASecond,
  peakLoads,
  restSeconds,
  stored,
  toldASecond,
} from '../bench/capacity.ts';
import { tables } from '../bench/capacityTables.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../../docs/capacity.md'), 'utf8');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Lines of each table of the document, by the first cell of its head. */
const said = Object.fromEntries(
  [...page.matchAll(/(?:^\|.*\n)+/gm)].map(([text]) => {
    const [head, , ...lines] = text.trim().split('\n').map(cellsOf);
    return [head![0]!, lines];
  }),
);

test('docs/capacity.md has every table of the arithmetic, and no other', () => {
  expect(Object.keys(said).toSorted()).toEqual(Object.keys(tables()).toSorted());
});

test.each(Object.entries(tables()))('the table of docs/capacity.md about %s says what is worked out', (name, rows) => {
  expect(said[name]).toEqual(rows);
});

test('orders of the busiest hour are those of a year, through its day', () => {
  // 5,000,000 / 365 = 13,698.6; twice on the busiest day; 12 % of it in an hour of 3,600 seconds.
  expect(ordersASecond()).toBeCloseTo(0.9132, 4);
});

test('cores are what each kind of request takes, times how often it comes', () => {
  const list = peakLoads().find(({ name }) => name.startsWith('a list'))!;
  expect(list.aSecond).toBeCloseTo((3_000 * 40) / 3_600, 6);
  expect(list.cores).toBeCloseTo((list.aSecond * 4.3) / 1_000, 6);
  expect(machines([{ name: 'one', aSecond: 1, cores: 6 }])).toEqual({
    busyCores: 6,
    databaseCores: 6,
    serverCores: 4,
    atATime: 15,
  });
});

test('who is told of all stores asks as often as the pause allows, who is told of one as often as it is told', () => {
  // Two hundred times 4.3 ms are less than the eight seconds that are kept in any case; 273 ms are 54.6 seconds.
  expect([4.3, 273, 1_000].map(restSeconds)).toEqual([8, 54.6, 60]);
  // 0.9132 orders, seven changes each, in 1.2 of 1,000 stores; three times that where clerks are.
  expect(toldASecond()).toBeCloseTo(0.02301, 4);
  const list = (seesAll: number): number => liveLoads(seesAll).find(({ name }) => name.startsWith('list'))!.aSecond;
  expect(list(1)).toBeCloseTo((3_000 * 0.4) / 8, 6);
  expect(list(0)).toBeCloseTo(3_000 * 0.4 * toldASecond(), 6);
});

test('the disk holds what is stored and half as much again', () => {
  const gigabytes = stored().reduce((sum, one) => sum + one.gigabytes, 0);
  expect(diskGigabytes()).toBeCloseTo(1.5 * gigabytes, 6);
  expect(stored().every(({ bytes }) => bytes > 0)).toBe(true);
});
