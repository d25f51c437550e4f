import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { kindOf, type FieldKind, type Model, type PropertySchema } from 'forecourt/model';
import type { Words } from './formModel.ts';

/** How a property is called and what may stand in it: a field of a form, or a property of a document in one. */
export interface Asked {
  readonly name: string;
  readonly label: string;
  readonly schema: PropertySchema;
}

/** What was entered, in the forms in which it comes back. */
export interface Entered {
  /** On the wire; undefined of a relation, which is known by its title. */
  readonly wire?: unknown;
  /** In the opened form again. */
  readonly read: string;
  /** Each of these is to be found where the value is shown. */
  readonly shown: readonly string[];
  /** Title of the chosen record. */
  readonly title?: string;
  /** How many pictures stand where it is shown. */
  readonly pictures?: number;
}

/** A value as the schema allows it, another one every `round`. */
export type Values = (asked: Asked, round: number) => unknown;

const NUMBERS: ReadonlySet<FieldKind> = new Set(['integer', 'number', 'money', 'percent']);
const TIMES: ReadonlySet<FieldKind> = new Set(['date', 'dateTime', 'time']);
/** What takes a stored file off: a private one shows no picture. */
const STORED = 'button[aria-label]';
const FILES: ReadonlySet<FieldKind> = new Set(['file', 'files']);

/** What no input of this kind may take; undefined where anything can be typed, or nothing. */
export function wrongTextOf(schema: PropertySchema): string | undefined {
  const kind = kindOf(schema);
  if (kind === 'money') return '1.234';
  if (NUMBERS.has(kind)) return 'many';
  return TIMES.has(kind) ? 'soon' : undefined;
}

const grouped = (value: number, decimals = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 15) });

/** A number as it is shown: four digits by definition, a year, are not grouped. */
function numberShown(value: number, schema: PropertySchema): string {
  if (kindOf(schema) === 'money') return `THB ${grouped(value, 2)}`;
  const isYear = (schema.minimum ?? 0) >= 1000 && (schema.maximum ?? Infinity) <= 9999;
  return isYear ? String(value) : grouped(value);
}

let picture: Promise<Buffer> | undefined;
const aPicture = (): Promise<Buffer> =>
  (picture ??= sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a8794' } })
    .png()
    .toBuffer());

/** Enters values into inputs and reads them, each by the kind of its property. */
export class FormFields {
  readonly #model: Model;
  readonly #words: Words;
  readonly #values: Values;

  constructor(model: Model, words: Words, values: Values) {
    this.#model = model;
    this.#words = words;
    this.#values = values;
  }

  #labels(table: string): string[] {
    return (this.#model.codes[table] ?? []).map(({ code }) => this.#words.code(table, code));
  }

  /** Whether a switch stands for the property. */
  #isSwitch(schema: PropertySchema): boolean {
    return kindOf(schema) === 'boolean' || schema['x-codes'] === 'yesNo';
  }

  /** Types or chooses the value of a round; throws when the choices of a code are others than its table. */
  async fill(box: Locator, resource: string, asked: Asked, round: number): Promise<Entered> {
    const { schema } = asked;
    const kind = kindOf(schema);
    if (FILES.has(kind)) return this.#upload(box, schema, round);
    if (schema['x-widget'] === 'geo-area') return this.#area(box, asked, round);
    if (kind === 'json') return this.#document(box, resource, asked, round);
    if (kind === 'ref') return this.#choose(box, round, this.#values(asked, round) as string | undefined);
    if (this.#isSwitch(schema)) {
      const on = round % 2 === 0;
      await box.locator('input[type=checkbox]').setChecked(on, { force: true });
      const wire = kind === 'boolean' ? on : Number(on);
      const text = this.#words.text(on ? 'ra.boolean.true' : 'ra.boolean.false');
      return { wire, read: text, shown: [kind === 'boolean' ? text : this.#words.code('yesNo', wire)] };
    }
    if (kind === 'code') return this.#code(box, schema, round);
    const value = this.#values(asked, round);
    const input = box.locator('input, textarea:not([aria-hidden])').first();
    await input.fill(String(value));
    if (TIMES.has(kind)) await input.press('Tab');
    const isNumber = NUMBERS.has(kind);
    const wire = kind === 'dateTime' ? `${String(value)}:00` : value;
    return { wire, read: String(value), shown: [isNumber ? numberShown(Number(value), schema) : String(value)] };
  }

  /** What stands in the input. */
  async read(box: Locator, resource: string, asked: Asked): Promise<string> {
    const { schema } = asked;
    const kind = kindOf(schema);
    if (FILES.has(kind)) return `${await box.locator(STORED).count()} pictures`;
    if (kind === 'json' && schema['x-widget'] !== 'geo-area') {
      const parts: string[] = [];
      for (const part of this.#parts(resource, schema))
        parts.push(await this.read(this.#partBox(box, part), resource, part));
      return parts.join(' | ');
    }
    if (this.#isSwitch(schema))
      return this.#words.text(
        (await box.locator('input[type=checkbox]').isChecked()) ? 'ra.boolean.true' : 'ra.boolean.false',
      );
    if (kind === 'code') {
      const radios = box.getByRole('radio');
      if ((await radios.count()) > 0)
        return (await box.locator('label:has(input:checked)').allInnerTexts()).join().trim();
      const combobox = box.getByRole('combobox').first();
      if ((await combobox.evaluate((one) => one.tagName)) !== 'INPUT') return (await combobox.innerText()).trim();
    }
    const text = await box.locator('input, textarea:not([aria-hidden])').first().inputValue();
    // An amount is grouped while nobody types in it.
    return NUMBERS.has(kind)
      ? text.replaceAll(',', '').replace(/\.(\d*?)0+$/, (_all, kept: string) => kept && `.${kept}`)
      : text;
  }

  async #upload(box: Locator, schema: PropertySchema, round: number): Promise<Entered> {
    const several = kindOf(schema) === 'files';
    const stored = box.locator(STORED);
    const before = await stored.count();
    // Where only one can be, the one before makes place.
    if (!several && before > 0) await box.getByRole('button').first().click();
    const kept = several ? before : 0;
    const more = several && round === 0 ? 2 : 1;
    const buffer = await aPicture();
    const files = Array.from({ length: more }, (_, index) => ({
      name: `picture ${round} ${index}.png`,
      mimeType: 'image/png',
      buffer,
    }));
    await box.locator('input[type=file]').setInputFiles(files);
    await stored.nth(kept + more - 1).waitFor();
    return { read: `${kept + more} pictures`, shown: [], pictures: kept + more };
  }

  async #area(box: Locator, asked: Asked, round: number): Promise<Entered> {
    const text = String(this.#values(asked, round));
    await box.locator('textarea:not([aria-hidden])').fill(text);
    return { read: text, shown: text.split('\n') };
  }

  #parts(resource: string, schema: PropertySchema): Asked[] {
    return Object.entries(schema.properties ?? {}).map(([name, part]) => ({
      name,
      label: this.#words.field(resource, name),
      schema: part,
    }));
  }

  /** The cell of a document's property: its label stands above it. */
  #partBox(box: Locator, { label }: Asked): Locator {
    return box.locator(`xpath=.//*[@aria-hidden="true"][normalize-space()="${label}"]/..`);
  }

  async #document(box: Locator, resource: string, { name, schema }: Asked, round: number): Promise<Entered> {
    const entered: (readonly [string, Entered])[] = [];
    for (const part of this.#parts(resource, schema)) {
      const asked = { ...part, name: `${name}.${part.name}` };
      entered.push([part.name, await this.fill(this.#partBox(box, part), resource, asked, round)]);
    }
    return {
      wire: Object.fromEntries(entered.flatMap(([part, { wire }]) => (wire === undefined ? [] : [[part, wire]]))),
      read: entered.map(([, { read }]) => read).join(' | '),
      shown: entered.flatMap(([, { shown }]) => shown),
    };
  }

  async #code(box: Locator, schema: PropertySchema, round: number): Promise<Entered> {
    const table = schema['x-codes']!;
    const expected = this.#labels(table);
    const radios = box.getByRole('radio');
    const at = round % expected.length;
    const label = expected[at]!;
    const wire = this.#model.codes[table]![at]!.code;
    let offered: string[];
    if ((await radios.count()) > 0) {
      offered = (await box.locator('label:has(input[type=radio])').allInnerTexts()).map((text) => text.trim());
      await radios.nth(at).check();
    } else {
      const options = await this.#open(box.getByRole('combobox').first());
      const texts = (await options.allInnerTexts()).map((text) => text.trim());
      const none = [this.#words.text('admin.form.none'), this.#words.text('admin.form.choose'), ''];
      offered = texts.filter((text) => !none.includes(text));
      await options.nth(texts.indexOf(label)).click();
    }
    if (JSON.stringify(offered) !== JSON.stringify(expected))
      throw new Error(`${table}: ${offered.join()} instead of ${expected.join()}`);
    return { wire, read: label, shown: [label] };
  }

  async #open(combobox: Locator): Promise<Locator> {
    await combobox.click();
    const options = combobox.page().getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    return options;
  }

  /** Chooses by what is typed, or one of the first. */
  async #choose(box: Locator, round: number, typed: string | undefined): Promise<Entered> {
    const input = box.getByRole('combobox').first();
    const options = await this.#open(input);
    if (typed !== undefined) {
      await input.fill(typed);
      await options.filter({ hasText: typed }).first().waitFor();
    }
    const at = typed === undefined ? Math.min(round, (await options.count()) - 1) : 0;
    const option = typed === undefined ? options.nth(at) : options.filter({ hasText: typed }).first();
    await option.click();
    const title = await input.inputValue();
    return { read: title, shown: [title], title };
  }
}
