/**
 * Who imports whom, held against the fences of .dependency-cruiser.cjs, and folders in a circle. One graph serves both: to read the files is nearly
 * all of the work, and the cruiser itself looks for folders only among all files that it has read, tests included.
 */
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderCircles } from './folderCircles.ts';

const options = await readOptions('./.dependency-cruiser.cjs');
const cruised = await cruise(
  ['src', 'packages/forecourt/src', 'dashboards', 'resources', 'examples'],
  options,
  undefined,
  {
    tsConfig: readTsConfig('tsconfig.json'),
  },
);
const result = cruised.output as ICruiseResult;
const circles = folderCircles(result.modules);
const { output, exitCode } = await format(result, { outputType: 'err' });
process.stdout.write(String(output));
for (const circle of circles) console.error(`folders in a circle: ${circle.join(' → ')}`);
process.exitCode = exitCode > 0 || circles.length > 0 ? 1 : 0;
