import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { shopOfFile } from './shop.ts';
import { expectSound } from './sound.ts';
import { dueToday } from '../turns.ts';

const shop = shopOfFile();

const HEADER = 'firstName,lastName,homeStoreId,email';
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines].join('\n')),
});

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import: Customers' });
  await dialog.waitFor();
  return dialog;
}

describe('import', () => {
  test.each(dueToday(['light', 'dark'] as const))(
    'a file with wrong rows is named by row and column before anything is written; corrected, it is written (%s)',
    async (mode) => {
      const before = await shop.count('customer');
      const { page } = await shop.open('/resources/customer', { mode });
      const dialog = await openImport(page);
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles(
        csv('wrong.csv', ['Ada,Lin,1,', `Bob,,1,bob-${mode}@example.com`, 'Cy,Doe,Nowhere Video,no-address']),
      );
      const mistakes = dialog.getByRole('region', { name: 'Mistakes' });
      await mistakes.waitFor();
      const cells = await mistakes.getByRole('row').allInnerTexts();
      expect(cells.slice(1).map((row) => row.split('\t').slice(0, 2))).toEqual([
        ['3', 'Last name'],
        ['4', 'Email'],
        ['4', 'Home store'],
      ]);
      await dialog.getByText('2 with mistakes').waitFor();
      await expectSound(page);
      expect(await shop.count('customer')).toBe(before);

      await dialog.getByRole('button', { name: 'Discard' }).click();
      await file.setInputFiles(
        csv('right.csv', ['Ada,Lin,1,', `Bob,Ode,1,bob-${mode}@example.com`, `Cy,Doe,2,cy-${mode}@example.com`]),
      );
      await dialog.getByRole('button', { name: 'Import 3 good rows' }).click();
      await dialog.getByText('3 created').waitFor();
      expect(await shop.count('customer')).toBe(before + 3);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  );
});

describe('export', () => {
  test('the files hold exactly the rows that the filters leave, as the list shows them', async () => {
    const { page } = await shop.open(`/resources/film?filter=${encodeURIComponent('{"rating":"4"}')}`);
    await page.getByText('Rating: Adults').waitFor();
    const download = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format, exact: true }).click(),
      ]);
      return file.path();
    };
    const expected = await shop.count('film', { rating: '4' });
    const rows = parse(await readFile(await download('CSV file')), { bom: true, columns: true });
    expect(rows).toHaveLength(expected);
    expect(new Set((rows as Record<string, string>[]).map((row) => row['Rating']))).toEqual(new Set(['Adults']));
    const [header, ...sheet] = await readSheet(await readFile(await download('Excel file')));
    expect(header).toContain('Rental rate');
    expect(sheet).toHaveLength(expected);
  });
});
