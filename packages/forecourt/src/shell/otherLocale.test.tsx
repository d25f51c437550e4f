import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { formatMoney, formatNumber, shortTime, type AdminSource } from '../admin/index.ts';
import { AmountControl } from '../admin/controls/AmountControl.tsx';
import ResourceList from '../admin/list/ResourceList.tsx';
import { renderAdmin } from '../admin/testing/renderAdmin.tsx';
import { declareLocale, type LocaleDeclaration } from '../locale/index.ts';
import { createApp } from './createApp.tsx';
import { currentLanguage, LANGUAGE_KEY } from './language.ts';

/** An application with the euro and one language. */
const german: LocaleDeclaration = {
  currency: 'EUR',
  zone: 'Europe/Berlin',
  languages: [{ code: 'de-DE', name: 'Deutsch' }],
  shortTime: 'DD.MM. HH:mm',
};
const english = { code: 'en-GB', name: 'English' };

beforeEach(() => declareLocale(german));
afterAll(() => {
  document.documentElement.lang = '';
});

test.each<[Partial<LocaleDeclaration>, string, string]>([
  [{}, 'EUR 1.234,50', 'EUR −0,50'],
  [{ currency: 'JPY' }, 'JPY 1.235', 'JPY −1'],
  [{ currency: 'KWD', numbers: 'en-GB' }, 'KWD 1,234.500', 'KWD −0.500'],
  [{ numbers: 'en-GB' }, 'EUR 1,234.50', 'EUR −0.50'],
])('amounts and numbers are written as the locale %j says', (change, amount, negative) => {
  declareLocale({ ...german, ...change });
  expect([formatMoney(1234.5), formatMoney(-0.5)]).toEqual([amount, negative]);
});

test('times in tight cells have the application’s form, numbers its marks', () => {
  expect([shortTime('2027-03-04 10:05:00'), formatNumber(1234567.125)]).toEqual(['04.03. 10:05', '1.234.567,125']);
  declareLocale({ ...german, shortTime: undefined });
  expect(shortTime('2027-03-04 10:05:00')).toBe('03-04 10:05');
});

test('an amount is typed with its marks', async () => {
  const said: unknown[] = [];
  function Entry() {
    const [value, setValue] = useState<number | string | null>(null);
    return (
      <AmountControl
        value={value}
        onChange={(next) => {
          said.push(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Entry />);
  const box = screen.getByRole('textbox');
  await userEvent.type(box, '1234,5');
  expect(box).toHaveProperty('value', '1.234,5');
  expect(said.at(-1)).toBe(1234.5);
  await userEvent.tab();
  expect(box).toHaveProperty('value', '1.234,50');
  expect(screen.getByText('EUR')).toBeTruthy();
});

test('a list shows amounts in the application’s currency', async () => {
  const row = { id: 1, title: 'Dune', state: 0, price: 1234.5, shopId: 4, shopName: 'Old Town' };
  await renderAdmin(<ResourceList resource="book" />, {
    answers: { 'GET /books/list': () => ({ data: { list: [row], total: 1 } }) },
  });
  expect(await screen.findByText('1.234,50')).toBeTruthy();
});

test('the only language is everybody’s, whatever was chosen elsewhere', () => {
  localStorage.setItem(LANGUAGE_KEY, 'zh-CN');
  expect(currentLanguage(localStorage, ['fr', 'en-US'])).toBe('de-DE');
});

const parts: Pick<AdminSource, 'entries' | 'parts' | 'codes'> = { entries: [], parts: {}, codes: {} };
async function openSignIn(): Promise<void> {
  window.history.replaceState(null, '', '/user/login');
  const catalogue = { shell: { signIn: { title: 'Anmelden' }, language: { label: 'Sprache' } } };
  const App = await createApp({ ...parts, icons: {}, groups: [], catalogue });
  await act(async () => void render(<App />));
}

test('pages say their language, and offer no other where there is none', async () => {
  await openSignIn();
  await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'));
  await screen.findByRole('main');
  expect(screen.queryByRole('button', { name: /Sprache/ })).toBeNull();
});

test('of two languages the menu offers both', async () => {
  declareLocale({ ...german, languages: [...german.languages, english] });
  await openSignIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Sprache: English' }));
  const offered = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
  expect(offered).toEqual(['Deutsch', 'English']);
});
