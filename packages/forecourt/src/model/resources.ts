import { routeOf } from './entry.ts';
import { inferResource, inferShowGroups, stepCondition } from './infer.ts';
import { compileList, type ResourceContext } from './lists.ts';
import type { Action, Entity, Resource } from './model.ts';
import { permissionKey } from './permissionKey.ts';
import type { ActionDeclaration, ResourceDeclaration } from './resource.ts';
import { relatedOf } from './related.ts';
import type { Report } from './report.ts';
import { compileReport } from './reports.ts';
import { checkDeclared, checkResource } from './vocabulary.ts';

type Declaration = ResourceDeclaration<Record<string, unknown>>;
type Permission = NonNullable<ResourceDeclaration['permission']>;

/** One action complete with its path, its keys and where it is offered. A step between states has a permission of its own, `<base>-<step>`. */
export function compileAction(
  resource: string,
  permission: Permission,
  action: ActionDeclaration<Record<string, unknown>>,
): Action {
  const words = [
    action.permission ?? (action.post === undefined ? `${permission.base}-${action.name}` : 'edit'),
  ].flat();
  return {
    ...action,
    post: action.post ?? `/resources/${resource}/{id}/${action.name}`,
    on: action.on ?? 'row',
    keys: words.map((word) => permissionKey(permission, word)),
  };
}

/** Who says what a detail is made of says everything: then only child records are added. Without a detail nothing is looked for. */
function compileRelated(entity: Entity, show: Declaration['show'], hasDetail: boolean): Resource['show']['related'] {
  if (show?.related !== undefined) return relatedOf(show.related);
  return show || !hasDetail ? entity.many.map(({ resource, by }) => ({ resource, field: by })) : undefined;
}

/** Completes a declaration with what can be inferred and resolves its filters and actions; mistakes go to `context.report`. */
export function compileResource(
  context: ResourceContext,
  entity: Entity,
  declaration: Declaration | undefined,
): Resource {
  const inferred = inferResource(entity);
  const declared: Declaration = declaration ?? inferred;
  const file = declaration ? `resources/${entity.name}.ts` : `schemas/${entity.name}.json`;
  const report: Report = (pointer, message) => context.report({ file, pointer, message });
  checkResource(context, entity, declared, file);
  const dialect = declared.api ? 'house' : 'simple-rest';
  // Who documents paths says everything else too: a menu entry or an action that is not named is not wanted.
  const refined: Partial<Declaration> = declared.api ? {} : inferred;
  const permission = declared.permission ?? inferred.permission!;
  const route = routeOf(declared, entity.name);
  const layout = declared.form?.layout ?? (route.create || route.edit ? 'page' : 'dialog');
  const groups = declared.form?.groups ?? inferred.form?.groups ?? [];
  const list = compileList(context, entity, declared.list ?? inferred.list, {
    rowClick: route.show ? 'show' : 'edit',
    file,
    inferred: declaration?.list === undefined,
  });
  checkDeclared(entity, declared, list.filters, context.codes, report);
  return {
    name: entity.name,
    entity,
    declared: declaration !== undefined,
    dialect,
    permission,
    route,
    pages: declared.pages ?? [],
    api: declared.api ?? {},
    menu: declared.menu ?? refined.menu,
    list,
    form: { layout, width: declared.form?.width ?? 720, groups, component: declared.form?.component },
    show: {
      // Child records stand below, as a list of their own.
      groups:
        declared.show?.groups ??
        (declared.api
          ? groups.map((group) => ({
              ...group,
              fields: group.fields.filter((name) => !entity.many.some((one) => one.name === name)),
            }))
          : inferShowGroups(entity, groups)),
      related: compileRelated(entity, declaration?.show, route.show !== undefined),
      beside: declared.show?.beside,
      component: declared.show?.component,
    },
    options: declared.options ?? inferred.options,
    palette: declared.palette,
    ...(declared.live === false && { live: false as const }),
    ...(declared.report && {
      report: compileReport(entity, list.filters, declared.report, context.entities, report),
    }),
    actions: (declared.actions ?? refined.actions ?? []).map((action) =>
      // Whoever declares a step says what it asks for; where it can be taken the states say.
      compileAction(entity.name, permission, { ...action, when: action.when ?? stepCondition(entity, action.name) }),
    ),
    touches: declared.touches ?? [],
    components: declared.components ?? {},
  };
}
