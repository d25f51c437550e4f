import { checkCondition } from './conditionChecks.ts';
import type { ResourceContext } from './lists.ts';
import type { Entity } from './model.ts';
import { meant } from './nearest.ts';
import { checkRecordPages } from './recordPages.ts';
import { relatedOf } from './related.ts';
import type { Report } from './report.ts';
import type { ActionDeclaration, ResourceDeclaration } from './resource.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;

/** Every name in a declaration that its schema does not have, and every condition that cannot be evaluated. */
function checkNames(context: ResourceContext, entity: Entity, declared: Declaration, file: string): void {
  const names: [string, readonly string[]][] = [
    ['/list/columns', declared.list?.columns ?? []],
    ['/list/hiddenColumns', declared.list?.hiddenColumns ?? []],
    ['/list/short', declared.list?.short ?? []],
    ['/show/beside', declared.show?.beside ? [declared.show.beside] : []],
    ['/list/quiet', Object.keys(declared.list?.quiet ?? {})],
    ['/list/card', declared.list?.card ?? []],
    ['/list/sort', declared.list?.sort ? [declared.list.sort[0]] : []],
    ['/options/fields', declared.options?.fields ?? []],
    ['/options/title', declared.options?.title ?? []],
    ['/options/filters', declared.options?.filters ?? []],
    ['/options/where', Object.keys(declared.options?.where ?? {})],
    ['/palette/fields', declared.palette?.fields ?? []],
    ['/components', Object.keys(declared.components ?? {})],
    ...[
      ...(declared.form?.groups ?? []).map((group) => [`/form/groups/${group.key}`, group.fields] as const),
      ...(declared.show?.groups ?? []).map((group) => [`/show/groups/${group.key}`, group.fields] as const),
    ].map(([pointer, fields]): [string, readonly string[]] => [pointer, fields]),
    ...(declared.actions ?? []).flatMap(({ name, ask = [], sums = [] }): [string, readonly string[]][] => [
      [`/actions/${name}/ask`, ask],
      [`/actions/${name}/sums`, sums],
    ]),
  ];
  const refTitles = new Set(
    entity.fields.flatMap((field) => (field.ref ? [field.ref.as, ...Object.keys(field.ref.with)] : [])),
  );
  const known = new Set([...entity.byName.keys(), ...refTitles]);
  const lists = new Set(entity.many.map(({ name }) => name));
  for (const [pointer, fields] of names)
    for (const field of fields)
      if (!known.has(field) && !(pointer.startsWith('/form/') && lists.has(field)))
        context.report({ file, pointer, message: `${entity.name} has no property "${field}"${meant(field, known)}` });
  relatedOf(declared.show?.related).forEach(({ resource, field }, index) => {
    const at = `/show/related/${index}`;
    const other = context.entities.get(resource);
    if (!other && !context.absent(resource))
      context.report({
        file,
        pointer: `${at}/resource`,
        message: `there is no schema "${resource}"${meant(resource, context.entities.keys())}`,
      });
    else if (other && field !== undefined && !other.byName.has(field))
      context.report({
        file,
        pointer: `${at}/field`,
        message: `${resource} has no property "${field}"${meant(field, other.byName.keys())}`,
      });
    else if (other && !other.fields.some(({ name, ref }) => ref?.resource === entity.name && (field ?? name) === name))
      context.report({
        file,
        pointer: at,
        message: `no relation of ${resource}${field === undefined ? '' : ` called "${field}"`} points at ${entity.name}`,
      });
  });
  if (declared.palette && entity.search.length === 0)
    context.report({
      file,
      pointer: '/palette',
      message: `schemas/${entity.name}.json says no x-search: nothing could be found`,
    });
  const steps = (entity.schema['x-states']?.transitions ?? []).map(({ action }) => action);
  for (const { name, post, opens } of declared.actions ?? [])
    if (opens) checkOpens(context, opens, file, `/actions/${name}/opens`);
    else if (post === undefined && !steps.includes(name))
      context.report({
        file,
        pointer: `/actions/${name}`,
        message: `"${name}" needs a path (post), or a step of that name in the x-states of schemas/${entity.name}.json${meant(name, new Set(steps))}`,
      });
  for (const action of declared.actions ?? [])
    if (action.when)
      checkCondition(action.when, `/actions/${action.name}/when`, (pointer, message) =>
        context.report({ file, pointer, message }),
      );
}

/** A list can be narrowed by its filters only, a form filled in by what it edits. */
function checkOpens(
  context: ResourceContext,
  { resource, page, by }: NonNullable<ActionDeclaration<never>['opens']>,
  file: string,
  pointer: string,
): void {
  const other = context.entities.get(resource);
  const report = (message: string): void => context.report({ file, pointer, message });
  if (!other && !context.absent(resource))
    report(`there is no schema "${resource}"${meant(resource, context.entities.keys())}`);
  else if (other && !other.byName.get(by)?.ref)
    report(`"${by}" of ${resource} is no relation; a ${page} is opened for one`);
}

/** Every group of a form is in a tab or none is; those of a detail that are in none stand above the tabs. A form in steps has steps instead. */
function checkTabs({ form, show }: Declaration, report: Report): void {
  const formGroups = form?.groups ?? [];
  const tabbed = formGroups.filter((group) => group.tab !== undefined);
  if (form?.layout === 'steps')
    for (const group of tabbed) report(`/form/groups/${group.key}/tab`, 'a form in steps has no tabs');
  else if (tabbed.length > 0)
    for (const group of formGroups)
      if (group.tab === undefined)
        report(`/form/groups/${group.key}`, `the group "${group.key}" has no tab, others have`);
  const showGroups = show?.groups ?? [];
  const firstTab = showGroups.findIndex((group) => group.tab !== undefined);
  if (firstTab < 0) return;
  for (const group of showGroups.slice(firstTab))
    if (group.tab === undefined)
      report(`/show/groups/${group.key}`, `the group "${group.key}" has no tab: it stands before those that have one`);
}

/** Says what of a declaration its schema, or another one, does not have. */
export function checkResource(context: ResourceContext, entity: Entity, declared: Declaration, file: string): void {
  const report: Report = (pointer, message) => context.report({ file, pointer, message });
  checkNames(context, entity, declared, file);
  checkTabs(declared, report);
  checkRecordPages(context, entity, declared, report);
}
