import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publicSurface, reportOf, REPORTS } from './surface.ts';

/** `npm run api`: writes down what the framework exports. Look at the difference: it is what applications must follow. */
await mkdir(REPORTS, { recursive: true });
for (const [entry, names] of Object.entries(publicSurface())) {
  await writeFile(path.join(REPORTS, `${entry}.txt`), reportOf(entry, names));
  console.log(`${entry}: ${names.length} names`);
}
