import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { api } from './desk.ts';
import { productUrl } from './fixtures.ts';
import { messageAt } from './messageAt.ts';
import { test } from './sharedPage.ts';
import { expectSound } from './sound.ts';

interface City {
  readonly id: number;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
}
const cityCalled = async (name: string): Promise<City | undefined> =>
  (await api<{ list: City[] }>(`/basics/city/list?keyword=${encodeURIComponent(name)}`)).list[0];

const map = (page: Page): Locator => page.locator('.leaflet-container');
const numbers = async (page: Page): Promise<number[]> =>
  Promise.all(
    ['Latitude', 'Longitude'].map(async (name) => Number(await page.getByRole('textbox', { name }).inputValue())),
  );

/** Clicks at a point of a map, in parts of its size. */
async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const { width, height } = (await map(page).boundingBox())!;
  await map(page).click({ position: { x: width * x, y: height * y } });
}

test('a city is placed by a click, by the name of a place and by typing, keeps what was chosen, and goes after a question', async ({
  stepOn,
}) => {
  const { page } = await stepOn('/basics/city');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.getByRole('link', { name: 'New city' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field('City name').fill('Maptown');
  await field('Province').fill('Krabi');
  await field('Country').fill('Thailand');
  await field('City code').fill('BKK');
  // The map begins where the cities are, with their names, land and degrees.
  await page.locator('.map-degrees span').first().waitFor();
  await page.locator('.map-name span', { hasText: 'Bangkok' }).waitFor();

  await dialog.getByRole('combobox', { name: 'Search a place' }).fill('ao nang');
  await page.getByRole('option', { name: 'Ao Nang Krabi' }).click();
  expect(await numbers(page)).toEqual([8.032, 98.8223]);
  await page.locator('.map-pin').waitFor();
  await clickAt(page, 0.7, 0.3);
  const [latitude, longitude] = (await numbers(page)) as [number, number];
  expect(latitude).toBeGreaterThan(8.032);
  expect(longitude).toBeGreaterThan(98.8223);

  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  expect(await zone.inputValue()).toBe('Bangkok (Asia/Bangkok)');
  await zone.fill('tokyo');
  await page.getByRole('option', { name: 'Tokyo (Asia/Tokyo)' }).click();
  await field('Latitude').fill('91');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('Latitude'))).not.toBe('');
  await field('Latitude').fill('8.05');
  await field('Longitude').fill('98.9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(field('City code'))).toBe('City code already exists. Choose another one');
  await page.getByText('Save failed: Parameter error').waitFor();
  await field('City code').fill('MAP');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Created successfully').waitFor();
  expect(await cityCalled('Maptown')).toMatchObject({ latitude: 8.05, longitude: 98.9, timeZone: 'Asia/Tokyo' });
  expect(asked.filter((one) => !one.includes(productUrl()))).toEqual([]);

  const row = page.getByRole('row', { name: /Maptown/ });
  await row.getByRole('link', { name: 'Edit' }).click();
  await field('Province').fill('Trang');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('Trang').waitFor();
  await page.getByText('Updated successfully').waitFor();
  const deletions = () => asked.filter((one) => one.startsWith('DELETE')).length;
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Confirm deletion?').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect([await row.count(), deletions()]).toEqual([1, 0]);
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByText('Deleted successfully').waitFor();
  // A city with stores stays, and it is said why.
  await page.getByRole('row', { name: /Phuket/ }).getByRole('button', { name: 'Delete' }).click(); // prettier-ignore
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^Delete failed: \d+ .+ use this record/).waitFor();
  expect(deletions()).toBe(2);
});

test('an area is drawn, its corners are dragged and taken back, it is cleared, drawn anew and typed, and never crosses itself', async ({
  stepOn,
}) => {
  const { page } = await stepOn('/store/add');
  const area = page.getByRole('textbox', { name: 'Service area' });
  const box = page.locator('.leaflet-container').last();
  const marks = box.locator('.map-corner');
  const corners = [[0.2, 0.2], [0.8, 0.25], [0.9, 0.6], [0.5, 0.9], [0.15, 0.7]] as const; // prettier-ignore
  const draw = async (places: readonly (readonly [number, number])[]): Promise<void> => {
    await page.getByRole('button', { name: /^Draw (area|anew)$/ }).click();
    // What stands below the map, so that the bar with the buttons does not lie over it.
    await area.scrollIntoViewIfNeeded();
    const { width, height } = (await box.boundingBox())!;
    for (const [index, [x, y]] of places.entries()) {
      await box.click({ position: { x: width * x, y: height * y } });
      await expect.poll(() => marks.count()).toBe(index + 1);
    }
    await marks.first().click();
    await page.getByText(`${places.length} corners`).waitFor();
  };
  const lines = async (): Promise<string[]> => (await area.inputValue()).split('\n').filter((line) => line !== '');
  await page.locator('.map-name span', { hasText: 'Bangkok' }).last().waitFor();
  await draw(corners);
  const drawn = await lines();
  expect(new Set(drawn).size).toBe(5);
  const points = drawn.map((line) => line.split(', ').map(Number) as [number, number]);
  // As they were clicked: north-west, north-east, east, south, west.
  expect(points[0]![0]).toBeGreaterThan(points[3]![0]);
  expect(points[2]![1]).toBe(Math.max(...points.map(([, longitude]) => longitude)));
  await expectSound(page);

  await marks.nth(2).hover();
  const from = (await marks.nth(2).boundingBox())!;
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await lines())[2]).not.toBe(drawn[2]);
  expect((await lines()).filter((_line, index) => index !== 2)).toEqual(drawn.filter((_line, index) => index !== 2));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(lines).toEqual(drawn);

  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await lines()).toEqual([]);
  await draw([corners[0], corners[2], corners[1], corners[4]]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => messageAt(area)).toBe('The edges of the area cross or touch each other');
  await area.fill('7.8, 98.2\n7.8, 98.4\n7.9, 98.4\n7.9, 98.2');
  await page.getByText('4 corners').waitFor();
  await expect.poll(() => marks.count()).toBe(4);
  await expect.poll(() => messageAt(area)).not.toContain('cross');

  // The place of the store is searched for, or clicked.
  await page.getByRole('combobox', { name: 'Search a place' }).fill('airport');
  await page
    .getByRole('option', { name: /Phuket.*Airport|Airport.*Phuket/ })
    .first()
    .click();
  const [latitude, longitude] = (await numbers(page)) as [number, number];
  expect([Math.round(latitude), Math.round(longitude)]).toEqual([8, 98]);
  await page.locator('.map-pin').first().waitFor();
});
