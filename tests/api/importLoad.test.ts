import { monitorEventLoopDelay } from 'node:perf_hooks';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { caller } from './dataModel.ts';
import { check } from './importFiles.ts';
import { openImportWorld } from './importWorld.ts';

const world = openImportWorld();

const sheet = (rows: string, texts = ''): Buffer =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Type="of/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="of/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(`<sst>${texts}</sst>`),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    }),
  );

/** The longest that others waited while this was done, and what all but one in a hundred waited at most: milliseconds. */
async function delaysDuring(
  work: () => Promise<unknown>,
): Promise<{ readonly longest: number; readonly usual: number }> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await work();
  delays.disable();
  return { longest: delays.max / 1e6, usual: delays.percentile(99) / 1e6 };
}

const MEGABYTES_8 = 8 * 1024 * 1024;
const FILES: readonly (readonly [string, string, () => Buffer, string | undefined])[] = [
  [
    'a spreadsheet row of four million cells',
    'a.xlsx',
    () => sheet(`<row>${'<c/>'.repeat(4_000_000)}</row>`),
    'msg.import.tooManyColumns',
  ],
  [
    'two million shared texts',
    'a.xlsx',
    () => sheet('<row><c t="s"><v>0</v></c></row>', '<si><t>name</t></si>'.repeat(2_000_000)),
    'msg.import.empty',
  ],
  [
    'a line of four million cells',
    'a.csv',
    () => Buffer.from('a,'.repeat(MEGABYTES_8 / 2)),
    'msg.import.tooManyColumns',
  ],
  [
    'such a line below a header',
    'a.csv',
    () => Buffer.from(`name\n${'a,'.repeat(MEGABYTES_8 / 2)}`),
    'msg.import.tooManyColumns',
  ],
  ['8 MB of quotes', 'a.csv', () => Buffer.from(`name\n${'"a'.repeat(MEGABYTES_8 / 2)}`), 'msg.import.tooMuchText'],
  [
    '100,000 rows',
    'a.csv',
    () => Buffer.from(`name\n${Array.from({ length: 100_000 }, (_, at) => `Branch ${at}`).join('\n')}\n`),
    undefined,
  ],
];

test.each(FILES)(
  'the server answers others while it reads %s',
  async (_what, name, make, refusal) => {
    const bytes = make();
    // The thread is there: its start is no part of what is measured.
    await check(world.data, 'branch', Buffer.from('name\nWarm\n'));
    // What the machine takes for itself while nothing is done here.
    const idle = await delaysDuring(() => world.database.pool.query('select pg_sleep(0.5)'));
    const start = performance.now();
    const { longest, usual } = await delaysDuring(async () => {
      const checked = check(world.data, 'branch', bytes, { name });
      if (refusal === undefined) expect(await checked).toMatchObject({ rows: 100_000, bad: 0 });
      else await expect(checked).rejects.toMatchObject({ key: refusal });
    });
    // Before there was a thread, others waited as long as it took. A machine with other work makes every time longer alike.
    const took = performance.now() - start;
    expect(usual).toBeLessThan(Math.max(250, took / 10) + idle.usual);
    expect(longest).toBeLessThan(Math.max(500, took / 2) + idle.longest);
  },
  120_000,
);

test('a reader whom nobody waits for any more ends', async () => {
  const controller = new AbortController();
  const bytes = Buffer.from(`name\n${'x\n'.repeat(90_000)}`);
  const checked = world.data.imports.check(
    'branch',
    { name: 'a.csv', bytes },
    caller(),
    [{ t: (key: string) => key }],
    { signal: controller.signal },
  );
  controller.abort();
  await expect(checked).rejects.toMatchObject({ key: 'msg.import.tooSlow' });
  // The next file is read by another.
  expect(await check(world.data, 'branch', Buffer.from('name\nNext\n'))).toMatchObject({ creates: 1 });
});
