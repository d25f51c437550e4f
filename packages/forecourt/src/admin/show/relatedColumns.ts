import type { Relation, Resource } from '../../model/index.ts';

/** As many as tell a row; its own page has the rest. */
const COLUMNS = 6;

/** Whether a property of the rows says what they all have in common: the one record that they belong to. */
export function isBack({ entity }: Resource, { field }: Relation, name: string): boolean {
  const back = entity.byName.get(field);
  return back?.kind === 'ref' && (name === field || name === back.ref?.as);
}

/** The first columns of the resource's own list, without the one that leads back to the record. */
export const relatedColumns = (model: Resource, relation: Relation): readonly string[] =>
  model.list.columns.filter((name) => !isBack(model, relation, name)).slice(0, COLUMNS);
