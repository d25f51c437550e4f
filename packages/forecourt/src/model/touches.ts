import { checkFilterValues } from './declarationChecks.ts';
import type { Resource } from './model.ts';
import { meant } from './nearest.ts';
import type { CodeTables } from './resource.ts';
import type { Report } from './report.ts';

/** Rows of another list that a change of a record concerns. */
export interface TouchedList {
  /** Label key: `resources.<name>.touches.<key>`. */
  readonly key: string;
  readonly resource: string;
  /** Filters of that list by their wire names; `{id}` stands for the record's id. */
  readonly filter: Readonly<Record<string, string | number | readonly (string | number)[]>>;
}

/** A change that others feel, and whom it concerns: the question before it counts them. It refuses nothing. */
export interface TouchDeclaration<Name extends string = string> {
  /** Property whose change is asked about before the form saves it; with `to` only a change to one of these values. */
  readonly change?: Name;
  readonly to?: readonly (string | number)[];
  /** Actions whose question says it. */
  readonly actions?: readonly string[];
  readonly lists: readonly TouchedList[];
}

type Touching = Pick<Resource, 'touches'>;
type Values = Readonly<Record<string, unknown>>;

/** The lists that saving these values over this record concerns. */
export const touchedBySaving = ({ touches }: Touching, record: Values, values: Values): readonly TouchedList[] =>
  touches.flatMap(({ change, to, lists }) => {
    if (change === undefined || !(change in values)) return [];
    const [before, after] = [record[change] ?? null, values[change] ?? null];
    const isOther = JSON.stringify(before) !== JSON.stringify(after);
    return isOther && (to === undefined || to.includes(after as string | number)) ? lists : [];
  });

/** The lists that an action concerns. */
export const touchedByAction = ({ touches }: Touching, action: string): readonly TouchedList[] =>
  touches.flatMap(({ actions = [], lists }) => (actions.includes(action) ? lists : []));

/** Values of the filter for one record. */
export const touchedFilter = ({ filter }: TouchedList, id: string | number): TouchedList['filter'] =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value === '{id}' ? id : value]));

/** Says what a declaration of touches names and there is not: properties, actions, resources, filters and their values. */
export function checkTouches(
  resources: ReadonlyMap<string, Resource>,
  { entity, actions, touches }: Resource,
  codes: CodeTables,
  report: Report,
): void {
  const names = actions.map(({ name }) => name);
  for (const [index, touch] of touches.entries()) {
    const at = `/touches/${index}`;
    if (touch.change !== undefined && !entity.byName.has(touch.change))
      report(
        `${at}/change`,
        `${entity.name} has no property "${touch.change}"${meant(touch.change, entity.byName.keys())}`,
      );
    for (const action of touch.actions ?? [])
      if (!names.includes(action)) report(`${at}/actions`, `there is no action "${action}"${meant(action, names)}`);
    for (const { key, resource, filter } of touch.lists) {
      const target = resources.get(resource);
      if (!target)
        report(`${at}/lists/${key}`, `there is no resource "${resource}"${meant(resource, resources.keys())}`);
      else {
        const known = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '{id}'));
        const byId = Object.keys(filter).filter((name) => filter[name] === '{id}');
        const filters = target.list.filters;
        checkFilterValues(filters, known, codes, `${at}/lists/${key}`, report);
        for (const name of byId)
          if (!filters.some((one) => one.name === name) && !target.entity.byName.get(name)?.ref)
            report(
              `${at}/lists/${key}/${name}`,
              `the list has no filter "${name}"${meant(
                name,
                filters.map((one) => one.name),
              )}`,
            );
      }
    }
  }
}
