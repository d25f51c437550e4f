import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generate } from '../../scripts/generate.ts';

const written = (file: string): Promise<string> => readFile(new URL(`../../schemas/${file}`, import.meta.url), 'utf8');

test.each(['types.generated.ts', 'database.generated.ts', 'internal.generated.ts'])(
  'schemas/%s is what the schemas say (else run `npm run generate`)',
  async (file) => {
    expect((await generate())[file]).toBe(await written(file));
  },
);
