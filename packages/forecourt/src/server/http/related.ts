import { defineCall, EMPTY, list, object, STRING } from '../../calls/index.ts';
import {
  knownRelated,
  openingKeys,
  permissionKey,
  relatedLists,
  resourceOf,
  rightTo,
  type Model,
  type Relation,
} from '../../model/index.ts';
import { defineCommand, type Command, type Context } from '../contract.ts';

const RELATIONS = list(object({ resource: STRING, field: STRING }));

/** Whether this user may see the rows of a related list: its list, and the relation that it is filtered by. */
function maySee(
  { model, can, actor }: Pick<Context, 'model' | 'can' | 'actor'>,
  { resource, field }: Relation,
): boolean {
  const { permission, entity } = resourceOf(model, resource);
  const right = entity.byName.get(field)?.access?.read;
  return (
    can(permission.route) &&
    (right === undefined || can(permissionKey(permission.base, right))) &&
    rightTo(actor, entity.name, field) !== 'hidden'
  );
}

/**
 * `GET /resources/{name}/related`: the lists below the detail of a resource that does not name them itself. What points at a record is
 * written in all the other schemas, which a browser does not load for one page.
 */
export function relatedCommands(model: Model): Command[] {
  return [...model.resources.values()]
    .filter((resource) => resource.route.show !== undefined && knownRelated(resource) === undefined)
    .map((resource) => {
      const lists = relatedLists(model, resource);
      const related = defineCall({
        method: 'GET',
        path: `/resources/${resource.name}/related`,
        summary: `Lists beside ${resource.name}`,
        // Whoever may read one record.
        permission: openingKeys(resource),
        input: EMPTY,
        answer: RELATIONS,
      });
      return defineCommand(related, {
        run: (_input, context) => Promise.resolve(lists.filter((relation) => maySee(context, relation))),
      });
    });
}
