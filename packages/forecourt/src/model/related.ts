import { relationOf } from './kinds.ts';
import type { Field, Model, Related, Relation, Resource } from './model.ts';
import type { ResourceDeclaration } from './resource.ts';

/** Declared lists below a detail: `loan` is every relation of `loan` that points here, `loan.bookId` the one. */
export function relatedOf(declared: NonNullable<ResourceDeclaration['show']>['related']): readonly Related[] {
  return (declared || []).map((one) => {
    if (typeof one !== 'string') return one;
    const [resource = '', field] = one.split('.');
    return { resource, field };
  });
}

/** The lists when the declaration names each relation; undefined while they depend on schemas that only the server has all of. */
export function knownRelated({ show }: Resource): readonly Relation[] | undefined {
  const named = show.related?.filter((one): one is Relation => one.field !== undefined);
  return named?.length === show.related?.length ? named : undefined;
}

const isListed = ({ dialect, api }: Resource): boolean => dialect === 'simple-rest' || api.list !== undefined;

const pointsAt = (field: Field, name: string): boolean =>
  field.ref?.resource === name && !field.writeOnly && !field.sensitive && relationOf(field) !== undefined;

/**
 * The lists below the detail of `resource`, for a complete model: the declared ones, or every list whose relation points here. Child
 * records first, then the others in the order of the menu.
 */
export function relatedLists(model: Model, resource: Resource): readonly Relation[] {
  const isChild = (relation: Relation): boolean =>
    resource.entity.many.some(({ resource: child, by }) => child === relation.resource && by === relation.field);
  const all = [...model.resources.values()]
    .filter(isListed)
    .sort((a, b) => (a.menu?.sort ?? 1000) - (b.menu?.sort ?? 1000))
    .flatMap(({ name, entity }) =>
      entity.fields
        .filter((field) => pointsAt(field, resource.name))
        .map((field) => ({ resource: name, field: field.name })),
    )
    .sort((a, b) => Number(isChild(b)) - Number(isChild(a)));
  if (!resource.show.related) return all;
  return resource.show.related.flatMap(({ resource: name, field }) =>
    field === undefined ? all.filter((one) => one.resource === name) : [{ resource: name, field }],
  );
}
