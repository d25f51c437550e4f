import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { holds, type Field, type Model, type Resource } from 'forecourt/model';
import { onScreen } from './browser.ts';
import { FormFields, type Asked, type Entered, type Values } from './formFields.ts';
import type { Words } from './formModel.ts';

/** What a form enters, group by group. */
export const groupsOf = ({ form, entity }: Resource): { key: string; fields: Field[] }[] =>
  form.groups.map(({ key, fields }) => ({
    key,
    fields: fields
      .flatMap((name) => entity.byName.get(name) ?? [])
      .filter(({ name, readOnly }) => !readOnly && name !== entity.stateField),
  }));

/** The generated form of a resource, as it stands on the page on screen or in a dialog over it. */
export class FormOnScreen {
  readonly #page: Page;
  readonly #model: Model;
  readonly #resource: Resource;
  readonly #words: Words;
  readonly #fields: FormFields;
  readonly #saves: Request[] = [];

  constructor(page: Page, model: Model, resource: Resource, words: Words, values: Values) {
    this.#page = page;
    this.#model = model;
    this.#resource = resource;
    this.#words = words;
    this.#fields = new FormFields(model, words, values);
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === `/api${resource.api.save}`)
        this.#saves.push(request);
    });
  }

  get root(): Locator {
    const inDialog = this.#resource.form.layout === 'dialog';
    return inDialog ? this.#page.getByRole('dialog').locator('form') : onScreen(this.#page).locator('form');
  }

  asked({ name, schema }: Field): Asked {
    return { name, schema, label: this.#words.field(this.#resource.name, name) };
  }

  /** Label, input and message of a field: its label stands above it, marked where the field may stay empty. */
  box({ label }: Asked): Locator {
    const optional = `${label} ${this.#words.text('admin.form.optional')}`;
    return this.root.locator(
      `xpath=.//*[substring(@id, string-length(@id) - 5) = "-label"][normalize-space()="${label}" or normalize-space()="${optional}"]/.. >> visible=true`,
    );
  }

  /** The stages of the form, each with what it asks: its steps, or all at once. */
  stages(): Field[][] {
    const groups = groupsOf(this.#resource).map(({ fields }) => fields);
    return this.#resource.form.layout === 'steps' ? groups : [groups.flat()];
  }

  async submit(): Promise<void> {
    await this.root.locator('button[type=submit]').click();
  }

  /** Labels of the fields that have a message. */
  async refused(): Promise<string[]> {
    const labels = await this.root
      .locator('[role=alert][id$="-help"]:visible')
      .evaluateAll((alerts) =>
        alerts.map((alert) => alert.parentElement?.querySelector('[id$="-label"]')?.textContent ?? ''),
      );
    const optional = ` ${this.#words.text('admin.form.optional')}`;
    return labels.map((label) => (label.endsWith(optional) ? label.slice(0, -optional.length) : label)).sort();
  }

  /** Enters the values of a round. Choosing another brand empties the model: a relation is chosen anew when what narrows it was. */
  async fill(fields: readonly Field[], round: number, into: Map<string, Entered>): Promise<void> {
    for (const field of fields) {
      const asked = this.asked(field);
      // What another answer hides is asked for no more.
      if (!holds(field.show, Object.fromEntries([...into].map(([name, { wire }]) => [name, wire])))) continue;
      const before = into.get(field.name)?.title;
      const entered = await this.#fields.fill(this.box(asked), this.#resource.name, asked, round);
      into.set(field.name, entered);
      if (before === undefined || before === entered.title) continue;
      const [narrowed] = fields.slice(fields.indexOf(field) + 1).filter((other) => this.#narrows(field, other));
      if (narrowed) await expect.poll(() => this.read(narrowed)).toBe('');
    }
  }

  #narrows({ name }: Field, { ref }: Field): boolean {
    return ref !== undefined && (this.#model.resources.get(ref.resource)?.options?.filters ?? []).includes(name);
  }

  read(field: Field): Promise<string> {
    const asked = this.asked(field);
    return this.#fields.read(this.box(asked), this.#resource.name, asked);
  }

  async readAll(names: ReadonlySet<string>): Promise<Record<string, string>> {
    const read: Record<string, string> = {};
    for (const { key, fields } of groupsOf(this.#resource)) {
      if (this.#resource.form.layout === 'steps') await this.openStep(key);
      for (const field of fields) {
        if (names.has(field.name)) read[field.name] = await this.read(field);
      }
    }
    return read;
  }

  /** Opens a step that was reached. */
  async openStep(key: string): Promise<void> {
    const { name, form } = this.#resource;
    const at = form.groups.findIndex((group) => group.key === key);
    await this.root
      .getByRole('button', { name: this.#words.text(`resources.${name}.groups.${key}`) })
      .first()
      .click();
    await this.root.locator(`[data-step="${form.groups[at]!.key}"]:visible`).waitFor();
  }

  /** How often it was saved so far. */
  get saves(): number {
    return this.#saves.length;
  }

  /** The id that the last save answered. */
  async savedId(): Promise<number> {
    const answer = await this.#saves.at(-1)!.response();
    return ((await answer!.json()) as { data: { id: number } }).data.id;
  }
}
