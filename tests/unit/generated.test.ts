import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../packages/forecourt/cli/generate.ts';

test('the generated files are what the schemas say (else run `npm run generate`)', async () => {
  const files = await generate();
  expect(files.map(([file]) => path.basename(file))).toEqual(
    expect.arrayContaining(['types.generated.ts', 'database.generated.ts', 'vocabulary.generated.json']),
  );
  for (const [file, text] of files) expect(await readFile(file, 'utf8'), file).toBe(text);
});
