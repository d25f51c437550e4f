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

async function openImport(page: Page, of = 'Customers') {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: `Import: ${of}` });
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

describe('a file that can be read in several ways', () => {
  /** Staff of a list from elsewhere: not in UTF-8, and nobody knows whether the day or the month comes first. */
  const staff = {
    name: 'staff.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'firstName,lastName,storeId,hiredOn',
        'Béatrice,Jaïa,1,03/04/2020',
        'José,García,1,05/06/2021',
        'Zoë,Ångström,1,7/7/2022',
      ].join('\n'),
      'latin1',
    ),
  };

  test.each(dueToday(['wide', 'narrow'] as const))(
    'is shown in each of them, and read in the one that is chosen with the keyboard (%s)',
    async (width) => {
      const { page } = await shop.open('/resources/staff');
      const dialog = await openImport(page, 'Staff');
      if (width === 'narrow') await page.setViewportSize({ width: 390, height: 844 });
      await dialog.locator('input[type=file]').setInputFiles(staff);
      await dialog.getByText('Which of these can you read?').waitFor();
      await expectSound(page);
      const western = dialog.getByRole('radio', { name: 'Western European (Windows-1252)' });
      await western.focus();
      await page.keyboard.press('Space');
      expect(await western.isChecked()).toBe(true);
      await page.keyboard.press('Enter');
      await dialog.getByText('Hired on: how are the dates written?').waitFor();
      await expectSound(page);
      await dialog.getByText('April 3, 2020').waitFor();
      await dialog.getByText('March 4, 2020').waitFor();
      await dialog.getByRole('radio', { name: 'Day, month, year' }).check();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText('Hired on: Day, month, year').waitFor();
      await dialog.getByText('3 new').waitFor();
      await expectSound(page);
      // Asked again, the choices are made already.
      await dialog.getByRole('button', { name: 'Read the file differently' }).click();
      await dialog.getByText('Which of these can you read?').waitFor();
      expect(await western.isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText('Hired on: how are the dates written?').waitFor();
      expect(await dialog.getByRole('radio', { name: 'Day, month, year' }).isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      const before = await shop.count('staff');
      await dialog.getByRole('button', { name: 'Import 3 good rows' }).click();
      await dialog.getByText('3 created').waitFor();
      expect(await shop.count('staff')).toBe(before + 3);
      const [zoe, jose, beatrice] = await shop.find('staff', { sort: ['id', 'DESC'], first: 3 });
      expect([beatrice, jose, zoe].map((one) => [one!['firstName'], one!['hiredOn']])).toEqual([
        ['Béatrice', '2020-04-03'],
        ['José', '2021-06-05'],
        ['Zoë', '2022-07-07'],
      ]);
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
