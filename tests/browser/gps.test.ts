import { expect } from 'vitest';
import { accessibilityFaults, arrival, onScreen, stepTo } from './browser.ts';
import { api, newCars, type Car } from './desk.ts';
import { test } from './fixtures.ts';

interface Device {
  readonly id: number;
  readonly deviceNo: string;
  readonly carId: number | null;
}
const devices = async (query: string): Promise<readonly Device[]> =>
  (await api<{ list: Device[] }>(`/car/gpsdevice/list?pageNo=1&pageSize=50&${query}`)).list;

test('devices are synchronised, and one is taken off its car and bound to another', async ({ open }) => {
  const [car] = (await newCars(1, [600, 1200])) as [Car];
  const [device] = (await devices('state=online&bound=1')) as [Device];
  const before = device.carId!;
  const { page } = await open('/car/gpsdevice', { signedIn: true });
  await page.getByRole('button', { name: 'Sync devices' }).click();
  await page.getByRole('alert').filter({ hasText: 'Built-in device list: 24 devices' }).waitFor();

  await page.goto(new URL(`/car/gpsdevice/${device.id}`, page.url()).href);
  await arrival(page);
  // What the synchronisation brought, a position to the metre.
  const fact = (name: string) => onScreen(page).locator(`[data-field=${name}]`);
  for (const [name, text] of Object.entries({
    sim: /^08\d{8}$/,
    expiryDate: /^\d{4}-\d\d-\d\d$/,
    latitude: /^\d+\.\d{5}$/,
  }))
    // prettier-ignore
    expect([name, await fact(name).innerText()]).toEqual([name, expect.stringMatching(text)]);
  await onScreen(page).getByRole('button', { name: 'Unbind', exact: true }).click();
  const question = page.getByRole('dialog');
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'detached' });
  expect((await devices(`deviceNo=${device.deviceNo}`))[0]!.carId).toBe(before);
  await onScreen(page).getByRole('button', { name: 'Unbind', exact: true }).click();
  await question.getByRole('button', { name: 'Unbind', exact: true }).click();
  await question.waitFor({ state: 'detached' });

  await onScreen(page).getByRole('button', { name: 'Bind', exact: true }).click();
  await question.getByRole('combobox', { name: /^Bound plate|^Plate/ }).fill(car.plate);
  await page.getByRole('option', { name: new RegExp(car.plate) }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Bind', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await onScreen(page).getByRole('link', { name: car.plate }).waitFor();
  await onScreen(page)
    .getByText(/^F\d+-\d+$/)
    .waitFor();

  // A device that lies: why it was not believed, and what it said.
  const [liar] = (await devices('state=fault')) as [Device];
  await stepTo(page, `/car/gpsdevice/${liar.id}`);
  await onScreen(page)
    .getByText(/^Position in the sea$|^Clock in the future$/)
    .first()
    .waitFor();
  expect(await fact('reported').innerText()).toMatch(/^\d{4}-\d\d-\d\d/);

  await api('/car/gpsdevice/unbind', { id: device.id });
  await api('/car/gpsdevice/bind', { id: device.id, carId: before });
});
