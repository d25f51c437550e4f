import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generate } from '../../scripts/generate.ts';

test('the generated files are what the schemas say (else run `npm run generate`)', async () => {
  const files = await generate();
  expect(files.map(([file]) => file.pathname.split('/').at(-1))).toContain('database.generated.ts');
  for (const [file, text] of files) expect(await readFile(file, 'utf8'), file.pathname).toBe(text);
});
