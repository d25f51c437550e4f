/**
 * Cuts the ground that maps are drawn on where no tiles come (docs/operate.md): coasts, lakes, borders, rivers and canals, fine around the
 * cities below and coarser the further away. Run by hand when the business comes to a new country; the file it writes is committed.
 *
 *   apt-get install gmt gmt-gshhg-full
 *   node --import tsx scripts/ground/cut.ts
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { encodeLine, type GroundFile } from '../../packages/forecourt/src/admin/maps/groundFile.ts';
import { joined, simplified, type Line } from './lines.ts';

const TARGET = 'src/rental/pages/ground/ground.json';
/** As the map credits it. */
const CREDIT = 'GSHHG 2.3.7, P. Wessel and W. H. F. Smith, LGPL';

/** Cities whose service areas are drawn: longitude, latitude. */
const CITIES: readonly (readonly [number, number])[] = [
  [100.5018, 13.7563], [100.75, 13.69], [98.3923, 7.8804], [98.9853, 18.7883], [100.8825, 12.9236], [100.0136, 9.512],
  [98.9063, 8.0863], [98.8225, 8.0323], [99.9577, 12.5684], [99.8325, 19.9105], [100.4747, 7.0086], [102.5, 12.05],
]; // prettier-ignore

interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

const THAILAND: Box = { west: 97.3, east: 105.7, south: 5.5, north: 20.5 };
const NEIGHBOURS: Box = { west: 91, east: 110, south: -1, north: 24 };
const ASIA: Box = { west: 60, east: 150, south: -12, north: 50 };

const METRES = 111_195;
const inside = ({ west, east, south, north }: Box, x: number, y: number): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/** Metres that a line may be off at a place. */
function tolerance(x: number, y: number): number {
  if (!inside(ASIA, x, y)) return 12_000;
  if (!inside(NEIGHBOURS, x, y)) return 6_000;
  if (!inside(THAILAND, x, y)) return 900;
  const shrink = Math.cos((y * Math.PI) / 180);
  const nearest = Math.min(...CITIES.map(([east, north]) => Math.hypot((x - east) * shrink, y - north) * METRES));
  return nearest < 45_000 ? 60 : 220;
}

/** The lines of `gmt coast -M` with the level that each is headed by. */
async function dump(...options: readonly string[]): Promise<{ level: number; line: Line }[]> {
  const child = spawn('gmt', ['coast', ...options, '-M'], { stdio: ['ignore', 'pipe', 'inherit'], cwd: tmpdir() });
  const found: { level: number; line: [number, number][] }[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    if (text.startsWith('>')) found.push({ level: Number(/Level (\d+)/.exec(text)![1]), line: [] });
    else {
      const [x, y] = text.split('\t').map(Number) as [number, number];
      found.at(-1)!.line.push([x, y]);
    }
  }
  return found;
}

type Dump = Awaited<ReturnType<typeof dump>>;

const range = ({ west, east, south, north }: Box): string => `-R${west}/${east}/${south}/${north}`;
const ofLevels = (lines: Dump, ...levels: readonly number[]): Line[] =>
  lines.flatMap(({ level, line }) => (levels.includes(level) && line.length > 1 ? [line] : []));

/** Open only where the box of the earth ends; on the Antarctic side the pole closes it. */
function closed(line: Line): Line {
  const [first, last] = [line[0]!, line.at(-1)!];
  if (first[1] < -60 && Math.abs(first[0] - last[0]) > 180) return [...line, [last[0], -85], [first[0], -85], first];
  return first[0] === last[0] && first[1] === last[1] ? line : [...line, first];
}

const courses = (lines: readonly Line[]): string[] =>
  lines.flatMap((line) => {
    const left = simplified(line, tolerance);
    return left ? [encodeLine(left)] : [];
  });

const rings = (lines: readonly Line[]): string[] => courses(joined(lines).map(closed));

const shore = await dump('-R-180/180/-90/90', '-Df', '-W');
const near = await dump(range(THAILAND), '-Df', '-Ia');
const around = await dump(range(NEIGHBOURS), '-Df', '-I0', '-I1', '-I2');
const outside = around.filter(({ line: [start] }) => !inside(THAILAND, ...start!));
const borders = [
  ...(await dump(range(NEIGHBOURS), '-Df', '-N1')),
  ...(await dump('-R-180/180/-90/90', '-Dl', '-N1')).filter(({ line: [start] }) => !inside(NEIGHBOURS, ...start!)),
];
const ground: GroundFile = {
  credit: CREDIT,
  land: rings(ofLevels(shore, 1)),
  lakes: rings(ofLevels(shore, 2)),
  islands: rings(ofLevels(shore, 3)),
  borders: courses(joined(ofLevels(borders, 1))),
  rivers: courses(joined([...ofLevels(near, 0, 1, 2), ...ofLevels(outside, 0, 1)])),
  streams: courses(joined([...ofLevels(near, 3, 4), ...ofLevels(outside, 2)])),
  canals: courses(joined(ofLevels(near, 8, 9, 10))),
};
const text = JSON.stringify(ground);
await writeFile(TARGET, `${text.replace(/","/g, '",\n"')}\n`);
for (const [name, part] of Object.entries(ground)) console.log(name, part.length, JSON.stringify(part).length);
console.log(TARGET, text.length);
