import type { ResourceContext } from './lists.ts';
import type { Entity } from './model.ts';
import { meant } from './nearest.ts';
import type { Report } from './report.ts';
import type { RecordPageDeclaration, ResourceDeclaration } from './resource.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** The relation whose rows a page of a record lists; undefined where the page is none of a list. */
export function listedRelation({
  list,
}: RecordPageDeclaration): { readonly resource: string; readonly field: string } | undefined {
  const [resource, field] = list?.split('.') ?? [];
  return resource !== undefined && field !== undefined ? { resource, field } : undefined;
}

/** What a page of a record may say wrong: no record in its address, nothing or too much to show, names that are none. */
export function checkRecordPages(
  context: ResourceContext,
  entity: Entity,
  { pages = [], form }: Declaration,
  report: Report,
): void {
  const known = (name: string): boolean => context.entities.has(name) || context.absent(name);
  for (const [index, page] of pages.entries()) {
    const at = `/pages/${index}`;
    const contents = [page.groups, page.list, page.document].filter((one) => one !== undefined);
    if (!page.path.includes(':id')) report(`${at}/path`, `"${page.path}" names no record: it needs :id`);
    if (contents.length !== 1) report(at, 'a page shows one of groups, list and document');
    const keys = (form?.groups ?? []).map(({ key }) => key);
    for (const key of page.groups ?? [])
      if (!keys.includes(key)) report(`${at}/groups`, `the form has no group "${key}"${meant(key, keys)}`);
    if (page.document !== undefined && !known(page.document))
      report(`${at}/document`, `there is no schema "${page.document}"${meant(page.document, context.entities.keys())}`);
    if (page.list === undefined) continue;
    const relation = listedRelation(page);
    const other = relation && context.entities.get(relation.resource);
    if (!relation) report(`${at}/list`, `"${page.list}" is no relation: it is written <resource>.<property>`);
    else if (!known(relation.resource))
      report(
        `${at}/list`,
        `there is no schema "${relation.resource}"${meant(relation.resource, context.entities.keys())}`,
      );
    else if (other && other.byName.get(relation.field)?.ref?.resource !== entity.name)
      report(`${at}/list`, `no relation of ${relation.resource} called "${relation.field}" points at ${entity.name}`);
  }
}
