import type { PoolClient } from 'pg';
import type { Entity, Model } from '../../../model/index.ts';
import { decimalsInWords } from '../../../locale/index.ts';
import { mostOf, storedForm } from '../kinds/index.ts';
import { ident } from '../sql/index.ts';
import type { Catalog } from './catalog.ts';
import { columnsOf } from './columns.ts';
import { convertHistory } from './conversions.ts';
import { rowsOf } from './draft.ts';
import { isDerived } from './naming.ts';

/** What an application says of money and time that decides what stored values mean. */
export interface Standing {
  /** ISO 4217. */
  readonly currency: string;
  /** Decimals of an amount: stored is a whole number of its minor units. */
  readonly digits: number;
  /** IANA zone of wall-clock times where no record says another. */
  readonly zone: string;
}

/** What a command says to be changed on purpose: `EUR:JPY`, `Asia/Bangkok:Europe/Berlin`. */
export interface StandingChanges {
  readonly currency?: string;
  readonly zone?: string;
}

/** The database holds values that `locale.json` now means otherwise. The message is for a terminal. */
export class StandingChanged extends Error {
  constructor(lines: readonly string[]) {
    super(['Nothing was changed.', ...lines].join('\n'));
    this.name = 'StandingChanged';
  }
}

interface Place {
  readonly entity: Entity;
  readonly column: string;
}

/** Stored columns of the model that hold values of a form. */
async function filledColumns(model: Model, catalog: Catalog, form: 'money' | 'dateTime'): Promise<Place[]> {
  const places: Place[] = [];
  for (const entity of model.entities.values()) {
    const table = catalog.get(entity.name);
    if (!table || entity.view) continue;
    for (const column of columnsOf(entity, model.codes)) {
      const stored = table.columns.get(column.name);
      const own = entity.byName.get(column.name);
      if (column.form !== form || !stored || !own || own.builtIn) continue;
      if (storedForm(stored) === form && (await table.hasValues(column.name)))
        places.push({ entity, column: column.name });
    }
  }
  return places;
}

const nameOf = ({ entity, column }: Place): string => `${entity.name}.${column}`;
const some = (places: readonly Place[]): string =>
  `${places.slice(0, 3).map(nameOf).join(', ')}${places.length > 3 ? ` and ${places.length - 3} more` : ''}`;

/** Amounts of one number of decimals in another: the same figures, or none of them where one does not fit. */
async function rescale(
  client: PoolClient,
  places: readonly Place[],
  catalog: Catalog,
  before: Standing,
  now: Standing,
): Promise<void> {
  const shift = now.digits - before.digits;
  if (shift === 0) return;
  const factor = 10 ** Math.abs(shift);
  const misfit = (name: string): string =>
    shift < 0 ? `${name} % ${factor} <> 0` : `abs(${name}) > ${mostOf(0) / factor}`;
  const misfits: string[] = [];
  for (const { entity, column } of places) {
    const count = await catalog.get(entity.name)!.count(column, misfit);
    if (count > 0)
      misfits.push(
        `  ${entity.name}.${column}: ${rowsOf(count)}\n    select id, ${ident(column)} from ${ident(entity.name)} where ${misfit(ident(column))};`,
      );
  }
  if (misfits.length > 0)
    throw new StandingChanged([
      `These are no amounts of ${decimalsInWords(now.digits)}, as ${now.currency} has. Correct them first, or say "digits": ${before.digits} in locale.json:`,
      ...misfits,
    ]);
  // Limits are in minor units too; the tables get theirs anew with the plan.
  for (const { name } of new Set(places.map(({ entity }) => entity)))
    for (const constraint of catalog.get(name)!.constraints)
      if (isDerived(constraint) && constraint.endsWith('_check'))
        await client.query(`alter table ${ident(name)} drop constraint ${ident(constraint)}`);
  for (const { entity, column } of places) {
    const name = ident(column);
    const guard = (word: string): string =>
      entity.appendOnly ? `alter table ${ident(entity.name)} ${word} trigger append_only; ` : '';
    await client.query(
      `${guard('disable')}update ${ident(entity.name)} set ${name} = ${name} ${shift < 0 ? '/' : '*'} ${factor} where ${name} is not null; ${guard('enable')}`,
    );
    if (!entity.log)
      await client.query(
        convertHistory(
          entity.name,
          [column],
          (value) =>
            `case when jsonb_typeof${value} = 'number' then to_jsonb(trim_scale(${value}::numeric ${shift < 0 ? '/' : '*'} ${factor})) else ${value} end`,
        ),
      );
  }
}

/** Columns without a property that may hold amounts: nobody can say, so they stay as they are and are named. */
async function unknownAmounts(model: Model, catalog: Catalog): Promise<string[]> {
  const found: string[] = [];
  for (const [name, table] of catalog) {
    const wanted = new Set(columnsOf(model.entities.get(name)!, model.codes).map((column) => column.name));
    for (const stored of table.columns.values())
      if (!wanted.has(stored.name) && storedForm(stored) === 'money' && (await table.hasValues(stored.name)))
        found.push(`${name}.${stored.name}`);
  }
  return found;
}

const same = (one: string, other: string): boolean => {
  const canonical = (zone: string): string =>
    new Intl.DateTimeFormat([], { timeZone: zone }).resolvedOptions().timeZone;
  return one === other || canonical(one) === canonical(other);
};

/** Refuses a command that changes something else than what differs. */
function requireCommand(option: string, given: string, from: string, to: string): void {
  if (given !== `${from}:${to}`)
    throw new StandingChanged([`--${option} ${given}: the change would be --${option} ${from}:${to}.`]);
}

async function judgeCurrency(
  client: PoolClient,
  { model, catalog, before, now, given }: Judged,
): Promise<readonly string[]> {
  const differs = before.currency !== now.currency || before.digits !== now.digits;
  if (given.currency !== undefined) requireCommand('currency', given.currency, before.currency, now.currency);
  const places = differs ? await filledColumns(model, catalog, 'money') : [];
  if (places.length === 0) return [];
  if (given.currency === undefined) {
    const example = (4950 / 10 ** before.digits).toFixed(before.digits);
    const otherwise = (4950 / 10 ** now.digits).toFixed(now.digits);
    throw new StandingChanged([
      `The application says ${now.currency} with ${decimalsInWords(now.digits)}. The amounts in ${some(places)} were written in ${before.currency} with ${decimalsInWords(before.digits)}.`,
      ...(before.digits === now.digits
        ? []
        : [`${before.currency} ${example} would become ${now.currency} ${otherwise}.`]),
      `Say ${before.currency} in locale.json again${before.digits === now.digits ? '' : ` (or "digits": ${before.digits})`}, or make a backup and run: npm run migrate -- --currency ${before.currency}:${now.currency}`,
      `The command keeps every figure: ${before.currency} 49 becomes ${now.currency} 49. It exchanges nothing at a rate, and changes nothing when a figure needs more decimals than there are.`,
    ]);
  }
  await rescale(client, places, catalog, before, now);
  const unknown = before.digits === now.digits ? [] : await unknownAmounts(model, catalog);
  return [
    `The amounts are in ${now.currency} now, with the figures that they had.`,
    ...(unknown.length > 0
      ? [
          `These columns have no property any more and stay as they are: ${unknown.join(', ')}. Amounts in them have the decimals of ${before.currency}.`,
        ]
      : []),
  ];
}

async function judgeZone({ model, catalog, before, now, given }: Judged): Promise<readonly string[]> {
  if (given.zone !== undefined) requireCommand('zone', given.zone, before.zone, now.zone);
  if (same(before.zone, now.zone)) return [];
  const places = (await filledColumns(model, catalog, 'dateTime')).filter(({ entity }) => !entity.zone && !entity.log);
  if (places.length === 0) return [];
  if (given.zone === undefined)
    throw new StandingChanged([
      `The time zone of the application is ${now.zone}. The times in ${some(places)} were entered on the clock of ${before.zone}.`,
      'They stay the same moments and would be shown on the other clock: what was entered as 10:00 would be another hour.',
      `Say ${before.zone} again (locale.json, TIME_ZONE), or run: npm run migrate -- --zone ${before.zone}:${now.zone}`,
    ]);
  return [`Times are shown on the clock of ${now.zone} now; they are the moments that they were.`];
}

interface Judged {
  readonly model: Model;
  readonly catalog: Catalog;
  readonly before: Standing;
  readonly now: Standing;
  readonly given: StandingChanges;
}

/**
 * Holds what the application says of money and time against what the stored values were written with. Where both differ and there are such
 * values, a command has to say so: then amounts get their new decimals. Answers what an operator should know; throws StandingChanged, with nothing changed.
 */
export async function keepStanding(
  client: PoolClient,
  model: Model,
  catalog: Catalog,
  standing: { readonly before: Standing; readonly now: Standing },
  given: StandingChanges,
): Promise<readonly string[]> {
  const judged: Judged = { model, catalog, ...standing, given };
  const ofZone = await judgeZone(judged);
  return [...(await judgeCurrency(client, judged)), ...ofZone];
}
