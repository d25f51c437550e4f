import { afterAll, expect, it, vi } from 'vitest';
import { removeSamples, sampleApplication } from '../application/testing/sampleApplication.ts';
import { checkApplication } from './checkApplication.ts';

vi.setConfig({ testTimeout: 30_000 });
afterAll(removeSamples);

const MODULE = 'src/module.ts';
const typed = (text: string): string =>
  `import type { ServerModule } from 'x';\nexport const module: ServerModule = ${text};\n`;

it.each<[what: string, source: string, line: number, says: string]>([
  ['a row scope', typed('{ rowScopes: { shelff: () => undefined } }'), 2, 'rowScopes.shelff: there is no entity "shelff"; did you mean "shelf"?'],
  ['hooks', typed('{\n  hooks: {\n    shelff: { beforeSave() {} },\n  },\n}'), 4, 'hooks.shelff: there is no entity "shelff"'],
  ['one hook', typed('{ hooks: { shelf: { async beforeSvae() {} } } }'), 2, 'hooks.shelf.beforeSvae: there is no such hook; did you mean "beforeSave"?'],
  ['a quoted name', typed("{ rowScopes: { 'shelff': own } }"), 2, 'did you mean "shelf"?'],
  ['a module that a function takes', "export const module = defineModule<Tables>()({ rowScopes: { shelff: own } });\n", 1, 'did you mean "shelf"?'],
  ['a module that is checked', 'export const module = { rowScopes: { shelff: own } } satisfies ServerModule;\n', 1, 'did you mean "shelf"?'],
  ['a computed column that nobody asks for', typed('{ computed: { labels: { sql } } }'), 2, 'computed.labels: no property says x-compute with that name'],
  ['a measure', typed("{ measures: { full: { entity: 'shelff', kind: 'events', facts } } }"), 2, 'measures.full: there is no entity "shelff"'],
])('%s of a name that nothing has is named with its place', async (_what, source, line, says) => {
  const findings = await checkApplication(await sampleApplication({ [MODULE]: source }));
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'error', file: MODULE, line, message: expect.stringContaining(says) as string }),
  );
}); // prettier-ignore

it('says nothing of names that there are', async () => {
  const folder = await sampleApplication({
    [MODULE]: typed('{ rowScopes: { shelf: own }, hooks: { shelf: { beforeSave() {}, ...others }, ...more } }'),
  });
  expect((await checkApplication(folder)).filter(({ file }) => file === MODULE)).toEqual([]);
});
