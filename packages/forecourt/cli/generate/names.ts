import path from 'node:path';
import { PLATFORM } from '../application/readApplication.ts';

/** Where the generated files of an application stand: those of records, and those of rows. */
export const generatedNames = (folder: string): readonly [records: string, rows: string] => {
  const out = (name: string): string => path.join(folder, folder === PLATFORM ? '.' : 'schemas', name);
  return [out('types.generated.ts'), out('database.generated.ts')];
};
