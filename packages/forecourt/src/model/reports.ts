import { relationOf } from './kinds.ts';
import type { Entity, Filter, Report as CountedRows, Resource } from './model.ts';
import { meant } from './nearest.ts';
import type { PageDeclaration } from './page.ts';
import type { Report } from './report.ts';
import type { ReportDeclaration } from './resource.ts';

/** Properties of an answered row that no count may be called by. */
const OWN: ReadonlySet<string> = new Set(['key', 'name', 'total']);
/** Parameters of the calls beside the filters. */
const PARAMETERS: ReadonlySet<string> = new Set(['groupBy', 'format']);

/** Completes what a resource says of its report; names that are none go to `report`. */
export function compileReport(
  entity: Entity,
  filters: readonly Filter[],
  declared: ReportDeclaration<Record<string, unknown>>,
  entities: ReadonlyMap<string, Entity>,
  report: Report,
): CountedRows {
  const groups = Object.entries(declared.groups).map(([key, group]) =>
    typeof group === 'string' ? { key, by: group } : { key, by: group.by, title: group.title },
  );
  if (groups.length === 0) report('/report/groups', 'a report needs something to put its rows together by');
  for (const { key, by, title = [] } of groups) {
    const field = entity.byName.get(by);
    const at = `/report/groups/${key}`;
    if (!field) report(at, `${entity.name} has no property "${by}"${meant(by, entity.byName.keys())}`);
    else if (relationOf(field) !== 'one')
      report(at, `"${by}" is no relation to one record; rows are put together by one`);
    const target = entities.get(field?.ref?.resource ?? '');
    // Asked for one record of a tree, the list answers its whole branch: a figure would lead to more rows than it counts.
    if (target?.tree) report(at, `${target.name} is a tree, whose rows are counted with all below them`);
    for (const name of title)
      if (target && !target.byName.has(name))
        report(`${at}/title`, `${target.name} has no property "${name}"${meant(name, target.byName.keys())}`);
  }
  for (const name of Object.keys(declared.counts))
    if (OWN.has(name)) report(`/report/counts/${name}`, `every row has a "${name}" already`);
  const counted = new Set(Object.values(declared.counts).flatMap((values) => Object.keys(values)));
  const offered = (declared.filters ?? []).flatMap((name, index) => {
    const filter = filters.find((one) => one.name === name);
    const at = `/report/filters/${index}`;
    if (!filter)
      report(
        at,
        `the list has no filter "${name}"${meant(
          name,
          filters.map((one) => one.name),
        )}`,
      );
    else if (counted.has(name)) report(at, `"${name}" is what figures are counted by; they would lead to other rows`);
    else if (PARAMETERS.has(name)) report(at, `"${name}" is a parameter of the report itself`);
    return filter ?? [];
  });
  return { path: declared.path, menu: declared.menu, groups, counts: declared.counts, filters: offered };
}

/** The pages of reports, as the menu, the permission tree and the address bar know pages. */
export const reportPages = (resources: Iterable<Resource>): PageDeclaration[] =>
  [...resources].flatMap(({ report, permission }) =>
    report
      ? [{ path: report.path, title: `routes.${report.path}`, permission: permission.route, menu: report.menu }]
      : [],
  );
