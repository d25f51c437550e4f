import { checkConditionNames } from './conditionChecks.ts';
import { factsOf, isStored } from './kinds.ts';
import type { Entity, Filter, Resource } from './model.ts';
import { meant } from './nearest.ts';
import { offeredKeys } from './offered.ts';
import type { PageDeclaration } from './page.ts';
import { permissionKey, WORDS } from './permissionKey.ts';
import type { ActionDeclaration, CodeTables, ResourceDeclaration } from './resource.ts';
import type { ViewsDeclaration } from './listViews.ts';
import { answeredScope, checkWhere } from './schemaChecks.ts';
import type { Problem } from './vocabulary.ts';
import type { Report } from './report.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;
function checkAction(
  entity: Entity,
  action: ActionDeclaration<Record<string, unknown>>,
  codes: CodeTables,
  report: Report,
): void {
  const at = `/actions/${action.name}`;
  const asked = action.ask ?? [];
  if (action.when)
    checkConditionNames(action.when, answeredScope(entity.name, entity.schema, codes), `${at}/when`, report);
  for (const name of action.anew ?? [])
    if (!asked.includes(name))
      report(
        `${at}/anew`,
        `"${name}" begins empty and is not asked for; name it in "ask" as well${meant(name, asked)}`,
      );
  for (const name of action.require ?? [])
    if (!asked.includes(name))
      report(`${at}/require`, `"${name}" is required and not asked for; name it in "ask" as well${meant(name, asked)}`);
  if (action.sums && action.on !== 'bulk')
    report(`${at}/sums`, 'one record is not added up; only an action of several rows (on: "bulk") has sums');
  for (const name of action.sums ?? []) {
    const field = entity.byName.get(name);
    if (field && (!factsOf(field).adds || field.ref || field.codes)) report(`${at}/sums`, `"${name}" is no number`);
  }
  // A command may ask for whatever it likes.
  if (action.post === undefined)
    for (const name of asked) {
      const field = entity.byName.get(name);
      if (field && (!isStored(field) || field.builtIn))
        report(`${at}/ask`, `"${name}" is never stored by anybody; a step asks for what it can write`);
      else if (name === entity.stateField) report(`${at}/ask`, `"${name}" is the state, which the step itself writes`);
    }
}

/** Filters by their wire names, with values that their properties can have. */
export function checkFilterValues(
  filters: readonly Filter[],
  values: Readonly<Record<string, unknown>> | undefined,
  codes: CodeTables,
  at: string,
  report: Report,
): void {
  const wire = filters.flatMap(({ name, operator }) =>
    operator === 'range' ? [`${name}Start`, `${name}End`] : [name],
  );
  for (const [name, value] of Object.entries(values ?? {})) {
    const filter = filters.find((one) => one.name === name);
    if (!wire.includes(name)) report(`${at}/${name}`, `the list has no filter "${name}"${meant(name, wire)}`);
    const known = filter?.codes !== undefined && filter.operator === 'equals' ? codes[filter.codes] : undefined;
    for (const one of known ? [value].flat() : [])
      // In an address every value is a text.
      if (one !== '' && one !== null && !known!.some(({ code }) => String(code) === String(one)))
        report(
          `${at}/${name}`,
          `${JSON.stringify(one)} is no code of "${filter!.codes!}"${meant(
            String(one),
            known!.map(({ code }) => String(code)),
          )}`,
        );
  }
}

/** Says what of a declaration can be written down and cannot work: conditions, required fields that nobody asks for, values of filters. */
export function checkDeclared(
  entity: Entity,
  declared: Declaration,
  filters: readonly Filter[],
  codes: CodeTables,
  report: Report,
): void {
  for (const action of declared.actions ?? []) checkAction(entity, action, codes, report);
  checkWhere(entity.schema, declared.options?.where, codes, '/options/where', report);
  checkFilterValues(filters, declared.list?.filterDefaults, codes, '/list/filterDefaults', report);
  for (const [name, values] of Object.entries(declared.report?.counts ?? {}))
    checkFilterValues(filters, values, codes, `/report/counts/${name}`, report);
  for (const [index, saved] of (declared.list?.savedFilters ?? []).entries())
    checkFilterValues(filters, knownOf(filters, saved.filter), codes, `/list/savedFilters/${index}/filter`, report);
  checkViews(entity, declared.list?.views, report);
  const { calendar } = declared.list?.views ?? {};
  const counts = (calendar || undefined)?.counts ?? [];
  for (const [index, { key, filter }] of counts.entries()) {
    const at = `/list/views/calendar/counts/${index}`;
    if (counts.findIndex((other) => other.key === key) !== index) report(`${at}/key`, `there are two counts "${key}"`);
    checkFilterValues(filters, filter, codes, `${at}/filter`, report);
  }
}

/** Says every fact of a view that is no property. */
function checkViews(entity: Entity, declared: ViewsDeclaration | undefined, report: Report): void {
  const titles = entity.fields.flatMap(({ ref }) => (ref ? [ref.as, ...Object.keys(ref.with)] : []));
  const known = new Set([...entity.byName.keys(), ...titles]);
  const check = (at: string, fields: readonly string[] = []): void => {
    for (const [index, field] of fields.entries())
      if (!known.has(field))
        report(`/list/views/${at}/${index}`, `${entity.name} has no property "${field}"${meant(field, known)}`);
  };
  for (const name of ['tree', 'card', 'calendar', 'board', 'map'] as const)
    check(`${name}/fields`, (declared?.[name] || undefined)?.fields);
  for (const [line, fields] of ((declared?.board || undefined)?.lines ?? []).entries())
    check(`board/lines/${line}`, fields);
}

/** Values of the filters that the list has; unknown names are said where the list is compiled. */
const knownOf = (filters: readonly Filter[], values: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => filters.some((one) => one.name === name)));

/** Says every permission key that no role can be given: neither a resource nor a page has it. */
export function checkKeys(
  resources: ReadonlyMap<string, Resource>,
  pages: readonly PageDeclaration[],
  others: ReadonlySet<string>,
  report: (problem: Problem) => void,
): void {
  const known = new Set(others);
  for (const resource of resources.values()) {
    known.add(resource.permission.route);
    for (const { key } of offeredKeys(resource)) known.add(key);
    for (const word of WORDS) known.add(permissionKey(resource.permission.base, word));
  }
  for (const { permission, actions = [] } of pages)
    for (const key of [permission ?? [], actions].flat()) known.add(key);
  for (const { name, entity, permission, actions, declared } of resources.values()) {
    const prefix = `${permission.base}-`;
    const guarded = entity.fields.flatMap(({ access }) => [access?.read, access?.write].flatMap((word) => word ?? []));
    const keysOfOwn = new Set(
      [
        ...WORDS,
        ...actions.map((action) => action.name),
        ...(entity.schema['x-states']?.transitions ?? []).map(({ action }) => action),
        ...guarded,
        ...entity.rows.flatMap(({ except }) => except ?? []),
      ].map((word) => permissionKey(permission.base, word)),
    );
    const judge = (key: string, file: string, pointer: string): void => {
      if (key === 'session' || key === 'public' || (key.startsWith(prefix) ? keysOfOwn : known).has(key)) return;
      const near = key.startsWith(prefix) ? keysOfOwn : known;
      report({
        file,
        pointer,
        message: `no role can be given "${key}": no resource or page has this permission${meant(key, near)}`,
      });
    };
    for (const key of [permission.options ?? []].flat()) {
      // Choices are never for strangers.
      if (key === 'public')
        report({
          file: `resources/${name}.ts`,
          pointer: '/permission/options',
          message: '"public" opens the choices to nobody in particular; name keys, or "session"',
        });
      else if (!known.has(key)) judge(key, `resources/${name}.ts`, '/permission/options');
    }
    if (declared)
      for (const action of actions)
        if (action.permission !== undefined)
          for (const key of action.keys) judge(key, `resources/${name}.ts`, `/actions/${action.name}/permission`);
    for (const { name: rule, except } of entity.rows)
      if (except !== undefined)
        judge(permissionKey(permission.base, except), `schemas/${name}.json`, `/x-rows/${rule}/except`);
    for (const { name: field, access } of entity.fields)
      for (const side of ['read', 'write'] as const)
        if (access?.[side] !== undefined)
          judge(
            permissionKey(permission.base, access[side]),
            `schemas/${name}.json`,
            `/properties/${field}/x-access/${side}`,
          );
  }
}
