import type { Locator, Page } from 'playwright-core';
import { holds, type Field, type Resource } from 'forecourt/model';
import { onScreen } from './browser.ts';
import { api } from './desk.ts';
import type { Entered } from './formFields.ts';
import type { Words } from './formModel.ts';
import type { FormOnScreen } from './formOnScreen.ts';

export type Sample = Readonly<Record<string, unknown>>;

/** Values that a new form of the resource begins with: a switch begins as it looks. */
export function beginning(resource: Resource): Sample {
  return Object.fromEntries(
    resource.entity.fields.flatMap(({ name, default: value, codes, required }) =>
      value !== undefined ? [[name, value]] : codes === 'yesNo' && required ? [[name, 0]] : [],
    ),
  );
}

/** Labels of what must be answered and is not answered by itself. */
export function mustBeAnswered(form: FormOnScreen, fields: readonly Field[], values: Sample): string[] {
  const needed = fields.filter(
    ({ name, required, require, show }) =>
      values[name] === undefined &&
      holds(show, values) &&
      (required || (require !== undefined && holds(require, values))),
  );
  return needed.map((field) => form.asked(field).label).sort();
}

export async function byApi({ api: paths, list }: Resource, id: number): Promise<Sample> {
  if (paths.info) return api<Sample>(paths.info.replace('{id}', String(id)));
  const found = await api<{ list: Sample[] }>(`${paths.list}?pageNo=1&pageSize=200&sortField=id&sortOrder=desc`);
  const row = found.list.find((one) => one['id'] === id);
  if (!row) throw new Error(`${list.columns.join()}: no row ${id}`);
  return row;
}

/** What came back of everything entered, as it was entered. */
export function compared(resource: Resource, entered: ReadonlyMap<string, Entered>, record: Sample): [Sample, Sample] {
  const wanted: Record<string, unknown> = {};
  const got: Record<string, unknown> = {};
  for (const [name, { wire, title, pictures }] of entered) {
    const field = resource.entity.byName.get(name)!;
    const value = record[name];
    if (title !== undefined) {
      wanted[name] = title;
      got[name] = record[field.ref!.as];
    } else if (pictures !== undefined) {
      wanted[name] = pictures;
      got[name] = [value].flat().filter(Boolean).length;
    } else if (wire !== undefined) {
      wanted[name] = wire;
      got[name] =
        field.kind === 'json'
          ? Object.fromEntries(Object.keys(wire as object).map((part) => [part, (value as Sample | null)?.[part]]))
          : value;
    }
  }
  return [wanted, got];
}

/** What nobody enters and a record has, as far as `names` shows it: its number, its times, its state, what follows from a relation. */
export function given(
  resource: Resource,
  record: Sample,
  words: Words,
  names: readonly string[],
  entered: ReadonlyMap<string, Entered>,
): Map<string, Entered> {
  const facts = new Map<string, Entered>();
  for (const name of names) {
    const field = resource.entity.byName.get(name);
    const value = record[name];
    if (!field || entered.has(name) || value === null || value === undefined || value === '') continue;
    const text = field.ref
      ? record[field.ref.as]
      : field.codes && !Array.isArray(value)
        ? words.code(field.codes, value)
        : ['dateTime', 'date', 'string'].includes(field.kind) || name === 'id'
          ? value
          : undefined;
    if (text !== undefined) facts.set(name, { read: '', shown: [String(text)] });
  }
  return facts;
}

export const reads = (entered: ReadonlyMap<string, Entered>): Sample =>
  Object.fromEntries([...entered].map(([name, { read }]) => [name, read]));

/** Pictures, and what opens a private one. */
const PICTURES = 'img, button[aria-haspopup="dialog"]';

/** Every fact of the detail on screen by its label, also those under its tabs. */
export async function facts(page: Page): Promise<Map<string, string>> {
  const tabs = onScreen(page).locator('[role=tabpanel]').locator('xpath=preceding-sibling::*[1]').getByRole('tab');
  for (const tab of await tabs.all()) await tab.click();
  const pairs = await onScreen(page)
    .locator('dt')
    .evaluateAll(
      (terms, pictures) =>
        terms.map((term): [string, string] => [
          term.textContent,
          `${term.nextElementSibling?.textContent} [${term.nextElementSibling?.querySelectorAll(pictures).length}]`,
        ]),
      PICTURES,
    );
  return new Map(pairs);
}

/** Cells of the row by the head of their column. */
export async function cells(row: Locator): Promise<Map<string, string>> {
  const pairs = await row.evaluate((one, pictures) => {
    const heads = [...one.closest('table')!.querySelectorAll('thead th')].map((head) => head.textContent);
    return [...one.children].map((cell, index): [string, string] => [
      heads[index] ?? '',
      // A time is said short there, in full when one points at it.
      `${cell.textContent} ${[...cell.querySelectorAll('[title]')].map((one) => one.getAttribute('title')).join(' ')} [${cell.querySelectorAll(pictures).length}]`,
    ]);
  }, PICTURES);
  return new Map(pairs);
}

/** What of the entered values is not to be seen where it should. */
export function unseen(
  form: FormOnScreen,
  resource: Resource,
  entered: ReadonlyMap<string, Entered>,
  seen: ReadonlyMap<string, string>,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const { shown, pictures } = entered.get(name) ?? { shown: [] };
    const { label } = form.asked(resource.entity.byName.get(name)!);
    const text = seen.get(label);
    const wanted = pictures === undefined ? shown : [`[${pictures}]`];
    return wanted.filter((part) => !text?.includes(part)).map((part) => `${name}: ${part} is not in ${text}`);
  });
}
