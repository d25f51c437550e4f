import type { Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import { kindOf, undeletePath, type Filter, type Model, type Resource } from 'forecourt/model';
import { arrival, onScreen, type Language } from './browser.ts';
import { test } from './fixtures.ts';
import { productModel, wordsOf, type Words } from './formModel.ts';
import { dueToday } from '../turns.ts';
import { settled } from './settled.ts';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US', 'th-TH'];

type Sample = Readonly<Record<string, unknown>>;

const model: Model = await productModel();

/** The lists of all resources, each in one language. */
const lists = [...model.resources.values()]
  .filter(({ api, route, list }) => api.list !== undefined && route.list && !list.component)
  .map(({ name }, index) => [name, LANGUAGES[index % LANGUAGES.length]!] as const);

/** How a filter is entered: by what it compares, then by what stands at its field. */
type Way = 'code' | 'ref' | 'own' | 'days' | 'numbers' | 'text';
function wayOf({ components }: Resource, { name, codes, ref, operator, field }: Filter): Way {
  if (codes) return 'code';
  if (ref) return 'ref';
  if (components[name]?.filter) return 'own';
  if (operator === 'range') return field && ['integer', 'number', 'money'].includes(kindOf(field.schema)) ? 'numbers' : 'days'; // prettier-ignore
  return 'text';
}

const ENDS = { days: ['2019-03-04', '2031-05-06'], numbers: ['0', '90000000'] } as const;

/** What a filter asks for, as it stands in a request. */
type Query = Readonly<Record<string, string>>;

async function enter(bar: Locator, { name, codes }: Filter, way: Way, label: string, words: Words): Promise<Query> {
  const page = bar.page();
  if (way === 'days' || way === 'numbers') {
    const [from, to] = ENDS[way];
    await bar.getByRole('textbox', { name: words.text('admin.filter.from').replace('%{name}', label), exact: true }).fill(from); // prettier-ignore
    const last = bar.getByRole('group', { name: label, exact: true }).getByRole('textbox').nth(1);
    await last.fill(to);
    await last.press('Enter');
    return { [`${name}Start`]: from, [`${name}End`]: to };
  }
  const box = bar.getByLabel(label, { exact: true });
  if (way === 'text') {
    await box.fill('2026');
    await box.press('Enter');
    return { [name]: '2026' };
  }
  await box.first().click();
  const options = page.getByRole('listbox').getByRole('option');
  await options.first().waitFor();
  if (way === 'ref' || way === 'own') {
    // The first choice of a list that is not searched takes the filter off.
    await (way === 'own' ? options.last() : options.first()).click();
    return { [name]: '*' };
  }
  const table = model.codes[codes!]!;
  const labels = table.map(({ code }) => words.code(codes!, code));
  // A long table shows its first hundred.
  expect((await options.allInnerTexts()).map((text) => text.trim())).toEqual(labels.slice(0, 100));
  await options.first().click();
  await page.keyboard.press('Escape');
  return { [name]: String(table[0]!.code) };
}

/** What the list asks for after this filter was entered, and the rows that come. */
async function asked(page: Page, { api }: Resource, query: () => Promise<Query>): Promise<[Query, Query, Sample[]]> {
  const answers: Response[] = [];
  const note = (answer: Response): void => {
    if (new URL(answer.url()).pathname === `/api${api.list}`) answers.push(answer);
  };
  page.on('response', note);
  const wanted = await query();
  const of = (answer: Response): URLSearchParams => new URL(answer.url()).searchParams;
  const here = (): Response | undefined =>
    answers.find((answer) => Object.keys(wanted).every((name) => of(answer).has(name)));
  await expect.poll(here).toBeDefined();
  page.off('response', note);
  const answer = here()!;
  const sent = Object.fromEntries(Object.keys(wanted).map((name) => [name, of(answer).get(name) ?? '']));
  const { data } = (await answer.json()) as { data: { list: Sample[] } };
  return [wanted, sent, data.list];
}

/** Rows that are not what was asked for, as far as a row shows what was compared. */
function strangers({ field, paths }: Filter, way: Way, sent: Query, rows: readonly Sample[]): unknown[] {
  if (!field || paths.length !== 1 || paths[0]!.steps.length > 0) return [];
  const values = rows.flatMap((row) => (field.name in row ? [row[field.name]] : []));
  const [one = '', other = ''] = Object.values(sent);
  if (way === 'code' || way === 'ref' || way === 'own') return values.filter((value) => String(value) !== one);
  if (way === 'days') return values.filter((value) => String(value) < one || String(value).slice(0, 10) > other);
  return way === 'numbers'
    ? values.filter((value) => Number(value) < Number(one) || Number(value) > Number(other))
    : [];
}

test.for(dueToday(lists, 19))(
  'the list of %s in %s has the filters that are declared, with the choices of their tables, and each is sent as the server reads it',
  async ([name, language], { open }) => {
    const resource = model.resources.get(name)!;
    const words = wordsOf(language);
    const { page } = await open(resource.route.list!, { signedIn: true, language, width: 1440 });
    const bar = onScreen(page).getByRole('search');
    await arrival(page);
    const more = bar.getByRole('button', { name: words.text('admin.filter.more'), exact: true });
    if ((await more.count()) > 0) await more.click();
    const clear = bar.getByRole('button', { name: words.text('admin.filter.clear') });
    // Filters of its own with which a list begins.
    if ((await clear.count()) > 0) await clear.click();
    const filters = resource.list.filters.filter((filter) => !filter.hidden && filter.name !== 'keyword');
    for (const filter of filters) {
      const label = words.filter(name, filter.name);
      const way = wayOf(resource, filter);
      if (filter.insteadOf !== undefined) {
        await bar.getByRole('combobox', { name: new RegExp(`^${words.text('admin.filter.by')} `) }).click();
        await page.getByRole('option', { name: label, exact: true }).click();
      }
      const [wanted, sent, rows] = await asked(page, resource, () => enter(bar, filter, way, label, words));
      expect(sent).toEqual(Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, value === '*' ? sent[key] : value]))); // prettier-ignore
      expect([filter.name, strangers(filter, way, sent, rows)]).toEqual([filter.name, []]);
      // What is chosen gets its title, and what stands beside it moves.
      await settled(page);
      await clear.click();
      await expect.poll(() => new URL(page.url()).searchParams.get('filter') ?? '{}').toBe('{}');
    }
    // And no others: every box of the bar was one of these.
    const boxes = await bar.locator('input:not([aria-hidden]), [role=combobox]:not(input)').count();
    const inputs = filters.reduce((sum, filter) => sum + (filter.insteadOf ? 0 : ['days', 'numbers'].includes(wayOf(resource, filter)) ? 2 : 1), 0); // prettier-ignore
    const choices = new Set(filters.flatMap(({ insteadOf }) => insteadOf ?? [])).size;
    const keyword = resource.list.filters.some((filter) => filter.name === 'keyword') ? 1 : 0;
    // What the list has by itself: rows that were deleted.
    const deleted = undeletePath(resource) ? 1 : 0;
    expect(boxes).toBe(inputs + choices + keyword + deleted);
  },
);
