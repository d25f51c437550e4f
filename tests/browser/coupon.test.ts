import { expect } from 'vitest';
import { onScreen } from './browser.ts';
import {
  api,
  book,
  clock,
  confirm,
  freeCars,
  newCar,
  orderInfo,
  quietDay,
  step,
  STORE,
  typeTime,
  type Order,
} from './desk.ts';
import { test } from './sharedPage.ts';
import { expectSound } from './sound.ts';

interface Coupon {
  readonly code: string;
  readonly status: number;
  readonly discountAmount: number;
}

const coupons = async (query: string): Promise<readonly Coupon[]> =>
  (await api<{ list: Coupon[] }>(`/coupon/list?pageNo=1&pageSize=100&${query}`)).list;

/** An order of some weeks on; whatever stands in the demonstration stays as it is. */
async function order(): Promise<Order> {
  const from = await quietDay();
  const span = [from, from + 3 * 1440] as const;
  return book(await newCar(span), span);
}

/** How much of the line with the card's value is ink: a picture whose fonts are missing has none there. */
function writtenShare(image: HTMLImageElement): number {
  const pen = document.createElement('canvas').getContext('2d')!;
  const [left, top, width, height] = [72, 240, 760, 90];
  Object.assign(pen.canvas, { width, height });
  pen.drawImage(image, -left, -top);
  const { data } = pen.getImageData(0, 0, width, height);
  const dark = data.filter((value, index) => index % 4 === 2 && value < 128).length;
  return dark / (width * height);
}

test('a coupon is made for a renter, its card is shown, and another order redeems it and gives it back', async ({
  stepOn,
}) => {
  const [source, target] = [await order(), await order()];
  const { page, allow } = await stepOn(`/order/detail/${source.id}`);
  const dialog = page.getByRole('dialog');
  await step(page, 'Generate coupon');
  await dialog.getByRole('button', { name: 'Generate coupon' }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByRole('radio', { name: 'Free days' }).check();
  await dialog.getByRole('textbox', { name: 'Free days' }).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Amount off' }).count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Amount off' }).check();
  await dialog.getByRole('textbox', { name: 'Amount off' }).fill('100');
  await dialog.getByRole('textbox', { name: 'Rental from' }).fill('500');
  await dialog.getByRole('button', { name: 'Generate coupon' }).click();
  const card = dialog.getByRole('img', { name: /^Redemption code [2-9A-Z]{10}$/ });
  await card.waitFor();
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  expect(await card.evaluate(writtenShare)).toBeGreaterThan(0.05);
  await expectSound(page);
  const code = (await card.getAttribute('alt'))!.slice(-10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`coupon-${code}.png`);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await page.getByText(code).waitFor();
  await page.getByRole('button', { name: 'Show card' }).click();
  await dialog.getByRole('img', { name: `Redemption code ${code}` }).waitFor();

  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });

  await stepOn(`/order/detail/${target.id}`);
  await step(page, 'Redeem by code');
  await dialog.getByRole('button', { name: 'Redeem by code' }).click();
  await dialog.getByText('Required').first().waitFor();
  await dialog.getByLabel('Redemption code').fill('xxxxxxxxxx');
  allow(/answer: 400 .*redeem|400 \(Bad Request\)/);
  await dialog.getByRole('button', { name: 'Redeem by code' }).click();
  await dialog.getByText('Unknown redemption code. Check the code').first().waitFor();
  await dialog.getByLabel('Redemption code').fill(code.toLowerCase());
  await confirm(page, 'Redeem by code');
  await page.getByText('Coupon operation successful').first().waitFor();
  expect((await orderInfo(target.id)).total).toBe(target.total - 100);
  expect((await coupons(`keyword=${code}`))[0]!.status).toBe(1);
  await page.getByRole('button', { name: 'Take off' }).click();
  await confirm(page, 'Take off');
  expect((await orderInfo(target.id)).total).toBe(target.total);
});

test('coupons are made by the batch and voided after a question; a used one offers neither change nor void', async ({
  stepOn,
}) => {
  const { page } = await stepOn('/coupon/editcoupon');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New coupons' }).click();
  await dialog.getByRole('textbox', { name: 'Amount off' }).fill('77');
  await dialog.getByRole('textbox', { name: 'Rental from' }).fill('770');
  await dialog.getByLabel('Number of coupons').fill('20');
  await confirm(page, 'New coupons');
  const made = (await coupons('status=0')).filter((coupon) => coupon.discountAmount === 77);
  expect(new Set(made.map((coupon) => coupon.code)).size).toBe(20);
  const row = page.getByRole('row').filter({ hasText: 'THB 77.00 (¥ 15.40)' }).first();
  const code = (
    await row
      .getByText(/^[2-9A-Z]{10}$/)
      .first()
      .innerText()
  ).trim();
  // The card's button can be pressed where it stands: nothing lies over it.
  await row.getByRole('button', { name: 'Show card' }).click();
  await dialog.getByRole('img', { name: `Redemption code ${code}` }).waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await confirm(page, 'Void');
  await page.getByText('Coupon operation successful').first().waitFor();
  expect((await coupons(`keyword=${code}`))[0]!.status).toBe(-1);
  const used = page.getByRole('row').filter({ hasText: 'Used' }).filter({ hasNotText: 'Unused' }).first();
  expect(await used.getByRole('button', { name: /Edit|More actions/ }).count()).toBe(0);
  await expectSound(page);
});

test('a code in the form of a new order is priced, refused at its field and redeemed with the booking', async ({
  stepOn,
}) => {
  const { ids } = await api<{ ids: number[] }>('/coupon/save', { type: 1, amount: 500, discountAmount: 123 });
  const code = (await coupons(`id=${ids[0]}`))[0]!.code;
  const from = await quietDay();
  const [pickup, returned] = [clock(from), clock(from + 2 * 1440)];
  const [car] = await freeCars(pickup, returned);
  const { page } = await stepOn('/order/list?form=new', { height: 1000 });
  const dialog = page.getByRole('dialog');
  const choose = async (label: string, text: string): Promise<void> => {
    await dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(text);
    await page.getByRole('option').filter({ hasText: text }).first().click();
  };
  await choose('Pickup store', STORE.name);
  await typeTime(page, 'Planned pickup time', pickup);
  await typeTime(page, 'Planned return time', returned);
  await choose('Vehicle model', car!.subModelName);
  await choose('Plate number', car!.plate);
  await dialog.getByLabel('Renter name').fill('Coupon Renter');
  await dialog.getByLabel('Renter phone').fill('13900009901');
  await dialog.getByRole('textbox', { name: 'ID number' }).fill('C9900001');
  const field = dialog.getByRole('textbox', { name: 'Coupon code' });
  await field.fill('XXXXXXXXXX');
  await dialog.getByText('Unknown redemption code. Check the code').first().waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill(code.toLowerCase());
  await dialog.getByRole('complementary', { name: 'Price' }).getByText('−123.00').waitFor();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await page.waitForURL('**/order/detail/*');
  await onScreen(page).getByText(code).first().waitFor();
  expect((await coupons(`keyword=${code}`))[0]!.status).toBe(1);
});
