import type { Locator } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { holds, kindOf, type Model, type Resource } from 'forecourt/model';
import { arrival, onScreen, type Language } from './browser.ts';
import { api } from './desk.ts';
import {
  beginning,
  byApi,
  cells,
  compared,
  facts,
  given,
  mustBeAnswered,
  reads,
  unseen,
  type Sample,
} from './formCompared.ts';
import { wrongTextOf, type Asked, type Entered, type Values } from './formFields.ts';
import { productModel, wordsOf, type Words } from './formModel.ts';
import { FormOnScreen, groupsOf } from './formOnScreen.ts';
import { test } from './fixtures.ts';
import { dueToday } from '../turns.ts';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US', 'th-TH'];

interface Walk {
  readonly resource: string;
  /** Values that obey a rule of the application, by property; one for each round. */
  readonly values?: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** Properties that a stored record keeps, with the reason. */
  readonly kept?: Readonly<Record<string, string>>;
  /** It is deleted from its row at the end, not behind the scenes. */
  readonly deleted?: boolean;
  /** What was entered of it stays, and so does it. */
  readonly stays?: boolean;
  /** The property by which the list finds the record. */
  readonly found: string;
  /** The filter that looks for it; without, the keyword. */
  readonly filter?: string;
  /** It has no list of its own but one on a page of another record, to which this relation is settled. */
  readonly below?: { readonly page: string; readonly parent: string };
  /** A car of its own, of which the record is: relations to a car name it. */
  readonly ofCar?: boolean;
}

const TAG = String(process.pid);

const WALKS: readonly Walk[] = [
  { resource: 'brand', found: 'name', deleted: true },
  { resource: 'model', found: 'name', deleted: true },
  { resource: 'subModel', found: 'name', deleted: true },
  { resource: 'carType', found: 'name', deleted: true },
  {
    resource: 'vehicle',
    found: 'plate',
    stays: true,
  },
  {
    resource: 'store',
    found: 'storeName',
    values: {
      phone: ['+66 76 123456', '+66 76 654321'],
      'nightHours.start': ['20:30', '21:00'],
      'nightHours.end': ['07:30', '07:00'],
      'location.latitude': [7.9, 7.95],
      'location.longitude': [98.3, 98.35],
      'minAdvance.value': [1, 2],
      'maxAdvance.value': [90, 80],
      serviceArea: ['7.8, 98.2\n7.8, 98.4\n7.9, 98.4\n7.9, 98.2', '7.8, 98.2\n7.8, 98.5\n7.9, 98.5\n7.9, 98.2'],
    },
  },
  { resource: 'maintenance', found: 'remark', ofCar: true },
  { resource: 'violation', found: 'behavior', ofCar: true },
  { resource: 'insurance', found: 'policyNo', ofCar: true },
  {
    resource: 'annualInspection',
    found: 'remark',
    ofCar: true,
    values: { nextInspectionDate: ['2049-01-01', '2049-02-01'] },
  },
  {
    resource: 'storageOrder',
    found: 'carId',
    filter: 'plate',
    ofCar: true,
    kept: { storeId: 'where its car stands', subModelId: 'that of its car' },
  },
  {
    resource: 'deliveryFee',
    found: 'name',
    deleted: true,
    values: { latitude: [7.9, 7.95], longitude: [98.3, 98.35] },
    kept: { kind: 'a point does not become a city' },
    below: { page: '/store/deliveryfee/1', parent: 'storeId' },
  },
];

const model: Model = await productModel();

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const undo of cleanUp.reverse()) await undo();
});

type OwnCar = Readonly<Record<'carId' | 'storeId' | 'subModelId', string>>;

/** A car that nobody else looks at, nor another form, nor the same one in another language; what was entered of it keeps it for ever (V13). */
async function ownCar(place: string): Promise<OwnCar> {
  const { list } = await api<{ list: Sample[] }>('/car/list?pageNo=1&pageSize=1');
  const { brandId, modelId, subModelId, storeId, subModelName, storeName } = list[0]!;
  const tag = `${TAG}${place}`;
  const plate = `WALK ${tag}`;
  const numbers = { plate, frameNo: `WF${tag}`, engineNo: `WE${tag}`, registerDate: '2020-01-01' };
  await api('/car/save', { brandId, modelId, subModelId, storeId, ...numbers });
  return { carId: plate, storeId: String(storeName), subModelId: String(subModelName) };
}

const within = (schema: Asked['schema'], wanted: number): number =>
  Math.min(schema.maximum ?? Infinity, Math.max((schema.minimum ?? schema.exclusiveMinimum ?? 0) + 1, wanted));

/** The resource as the page of the walk has it: what is settled there is not asked. */
function asItIs(resource: Resource, { below }: Walk): Resource {
  if (!below) return resource;
  const groups = resource.form.groups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => field !== below.parent),
  }));
  return { ...resource, form: { ...resource.form, groups } };
}

/** The same values with every run, by what the schema says. */
function plainValue({ name, schema }: Asked, round: number, tag: string): unknown {
  const later = schema['x-after'] !== undefined;
  switch (kindOf(schema)) {
    case 'money':
      return 1234.5 + round;
    case 'integer':
      return (schema.minimum ?? 0) >= 1000 ? 2020 + round : within(schema, 3 + round) + (later ? 1000 : 0);
    case 'number':
      return within(schema, 12.5 + round);
    case 'date':
      return `2025-0${later ? 9 : 3}-1${round}`;
    case 'dateTime':
      return `2025-03-1${round} ${later ? '17:30' : '09:15'}`;
    case 'time':
      return /(\.end|^endTime)$/.test(name) ? `20:0${round}` : `08:0${round}`;
    default:
      return `${name.slice(-12)} ${round + 1}-${tag}`.slice(0, schema.maxLength);
  }
}

/** Choosing one of the first of a relation is what a walk does unless it says another. */
const valuesOf =
  ({ values, kept, resource }: Walk, language: Language, of: OwnCar | undefined): Values =>
  (asked, round) =>
    kindOf(asked.schema) === 'ref'
      ? asked.name === 'carId' || kept?.[asked.name]
        ? of?.[asked.name as keyof OwnCar]
        : undefined
      : (values?.[asked.name]?.[round] ?? plainValue(asked, round, `${resource.slice(0, 4)}${language[0]}${TAG}`));

/** Presses what a row offers: beside it, or in its menu where it offers more. */
async function pressInRow(row: Locator, role: 'button' | 'link', name: string, words: Words): Promise<void> {
  const beside = row.getByRole(role, { name, exact: true });
  const more = row.getByRole('button', { name: words.text('admin.action.more'), exact: true });
  await beside.or(more).first().waitFor();
  if ((await beside.count()) > 0) return beside.click();
  await more.click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Two a day, or one, in different languages. */
const walks = WALKS.flatMap((walk) => LANGUAGES.map((language) => [walk.resource, language, walk] as const));

describe('a new form asks for what the schema asks for, takes every kind of value, and shows it again', () => {
  test.for(dueToday(walks, WALKS.length + 7))('%s in %s', async ([name, language, walk], { open }) => {
    const resource = asItIs(model.resources.get(name)!, walk);
    const words = wordsOf(language);
    const of = walk.ofCar ? await ownCar(`${name.slice(0, 4)}${language[0]}`) : undefined;
    const { create, show } = resource.route;
    const list = walk.below?.page ?? resource.route.list;
    const { page } = await open(create ?? `${list}?form=new`, { signedIn: true, language, height: 1000 });
    const form = new FormOnScreen(page, model, resource, words, valuesOf(walk, language, of));
    await form.root.locator('button[type=submit]').waitFor();

    // Empty, then wrong, then right; nothing is sent before it is right.
    const values = beginning(resource);
    const entered = new Map<string, Entered>();
    let sent = 0;
    const stages = form.stages();
    for (const [at, fields] of stages.entries()) {
      const needed = mustBeAnswered(form, fields, values);
      const wrong = fields.filter(
        ({ schema, show: shownIf }) => wrongTextOf(schema) !== undefined && holds(shownIf, values),
      );
      if (needed.length > 0) {
        await form.submit();
        await expect.poll(() => form.refused()).toEqual(needed);
      }
      for (const field of wrong) {
        const input = form.box(form.asked(field)).locator('input').first();
        await input.fill(wrongTextOf(field.schema)!);
        await input.press('Tab');
      }
      if (wrong.length > 0) {
        await form.submit();
        const labels = wrong.map((field) => form.asked(field).label);
        await expect.poll(() => form.refused()).toEqual([...new Set([...needed, ...labels])].sort());
      }
      expect(form.saves).toBe(sent);
      await form.fill(fields, 0, entered);
      await form.submit();
      const [next] = stages[at + 1] ?? [];
      if (next) await form.box(form.asked(next)).waitFor();
      sent = form.saves;
    }
    await form.root.waitFor({ state: 'detached' });
    const id = await form.savedId();
    if (resource.api.delete && !walk.ofCar && !walk.stays && !walk.deleted)
      cleanUp.push(() => api(resource.api.delete!.replace('{id}', String(id)), undefined, 'DELETE'));

    const seeAndReopen = async (): Promise<void> => {
      const record = await byApi(resource, id);
      const [wanted, got] = compared(resource, entered, record);
      expect(got).toEqual(wanted);
      const seen = (names: readonly string[]) =>
        new Map([...entered, ...given(resource, record, words, names, entered)]);
      if (show) {
        const all = seen(resource.show.groups.flatMap(({ fields }) => fields));
        if (!new URL(page.url()).pathname.endsWith(`/${id}`))
          await page.goto(new URL(show.replace(':id', String(id)), page.url()).href);
        await arrival(page);
        await expect.poll(async () => unseen(form, resource, all, await facts(page), [...all.keys()])).toEqual([]);
        await onScreen(page)
          .getByRole('link', { name: words.text('ra.action.edit'), exact: true })
          .click();
      } else {
        const filter = encodeURIComponent(
          JSON.stringify({ [walk.filter ?? 'keyword']: entered.get(walk.found)!.read }),
        );
        await page.goto(new URL(`${list}?filter=${filter}`, page.url()).href);
        const row = onScreen(page)
          .locator('tbody tr')
          .filter({ hasText: entered.get(walk.found)!.read });
        await row.waitFor();
        const all = seen(resource.list.columns);
        const columns = resource.list.columns.filter((column) => all.has(column));
        await expect.poll(async () => unseen(form, resource, all, await cells(row), columns)).toEqual([]);
        await pressInRow(row, 'link', words.text('ra.action.edit'), words);
      }
      await form.root.locator('button[type=submit]').waitFor();
      await expect.poll(() => form.readAll(new Set(entered.keys()))).toEqual(reads(entered));
    };
    await seeAndReopen();

    // Everything is changed, and comes back as it was changed.
    const free = groupsOf(resource).map(({ key, fields }) => ({
      key,
      fields: fields.filter(
        (field) => !field.schema['x-once'] && !walk.kept?.[field.name] && !(walk.ofCar && field.name === 'carId'),
      ),
    }));
    // What is entered once is shown, and says what changes it.
    for (const { key, fields } of groupsOf(resource)) {
      for (const field of fields.filter(({ schema }) => schema['x-once'])) {
        if (resource.form.layout === 'steps') await form.openStep(key);
        const box = form.box(form.asked(field));
        expect(await box.locator('input').first().isDisabled()).toBe(true);
        if (field.locked) await box.getByText(words.text(field.locked)).waitFor();
      }
    }
    for (const { key, fields } of free) {
      if (resource.form.layout === 'steps') await form.openStep(key);
      await form.fill(fields, 1, entered);
    }
    await form.submit();
    await form.root.waitFor({ state: 'detached' });
    await seeAndReopen();

    if (!walk.deleted) return;
    // It goes after a question, and stays when one says no.
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && asked.push(request.url()));
    const called = entered.get(walk.found)!.read;
    const filter = encodeURIComponent(JSON.stringify({ keyword: called }));
    await page.goto(new URL(`${list}?filter=${filter}`, page.url()).href);
    const row = onScreen(page).locator('tbody tr').filter({ hasText: called });
    const dialog = page.getByRole('dialog');
    const press = async (answer: string): Promise<void> => {
      await pressInRow(row, 'button', words.text('ra.action.delete'), words);
      await dialog.getByText(words.text('admin.delete.confirm')).waitFor();
      await dialog.getByRole('button', { name: words.text(answer), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await press('admin.action.back');
    expect([await row.count(), asked]).toEqual([1, []]);
    await press('ra.action.delete');
    await row.waitFor({ state: 'detached' });
    expect(asked).toHaveLength(1);
  });
});
