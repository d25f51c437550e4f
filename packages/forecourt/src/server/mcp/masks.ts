import type { MaskName, Model } from '../../model/index.ts';
import { mask } from '../data/index.ts';

/** Properties that lists mask, of whatever entity. */
export const maskedNames = (model: Model): ReadonlyMap<string, MaskName> =>
  new Map(
    [...model.entities.values()].flatMap(({ fields }) =>
      fields.flatMap((field) => (field.mask ? [[field.name, field.mask] as const] : [])),
    ),
  );

/** Masks whatever is called as a masked property: what an application answers of its own accord, too. What is masked already stays as it is. */
export function masked(value: unknown, names: ReadonlyMap<string, MaskName>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, names, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, names, key)]));
  const by = typeof value === 'string' && !value.includes('*') ? names.get(name) : undefined;
  return by ? mask(by, value as string) : value;
}
