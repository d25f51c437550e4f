import { permissionKey, type FieldRights, type Resource } from '../../model/index.ts';

interface Readable {
  readonly readableBy: (whole: Resource, can: (key: string) => boolean, rights?: FieldRights) => Resource;
}

let readable: Readable | undefined;

/** Loads what makes of a resource the one that somebody has to whom not all of it is shown. */
export const loadReadable = async (): Promise<Readable> => (readable = await import('./readable.ts'));

/** The resource as this user has it: itself where he or she may read all of it; undefined until the rest is loaded. */
export const readableTo = (
  model: Resource,
  can: (key: string) => boolean,
  rights?: FieldRights,
): Resource | undefined =>
  rights?.[model.name] ||
  model.entity.fields.some(
    ({ access }) => access?.read !== undefined && !can(permissionKey(model.permission.base, access.read)),
  )
    ? readable?.readableBy(model, can, rights)
    : model;
