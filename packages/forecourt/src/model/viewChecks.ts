import type { Entity, Field } from './model.ts';
import { meant } from './nearest.ts';
import type { Report } from './report.ts';

/** The property that a declaration names, checked; a mistake is said at its pointer. */
export function namedProperty(
  { entity, report }: { readonly entity: Entity; readonly report: Report },
  pointer: string,
  name: string | undefined,
  fits: (field: Field) => boolean,
  wanted: string,
): Field | undefined {
  if (name === undefined) return undefined;
  const field = entity.byName.get(name);
  if (!field) report(pointer, `${entity.name} has no property "${name}"${meant(name, entity.byName.keys())}`);
  else if (field.writeOnly || field.sensitive) report(pointer, `"${name}" is never answered`);
  else if (!fits(field)) report(pointer, `"${name}" is not ${wanted}`);
  else return field;
  return undefined;
}

/** Says the end of a calendar that is no day as its start is. */
export const sayEnd = (report: Report, start: Field, end: Field): void =>
  report('/list/views/calendar/end', `"${end.name}" is of another kind than "${start.name}"`);

/** Says a board of more columns than a screen has room for. */
export const sayWide = (report: Report, by: Field, count: number, most: number): void =>
  report('/list/views/board/by', `"${by.name}" has ${count} codes: a board has at most ${most} columns`);

/** Says half a place on a map. */
export const sayHalf = (report: Report): void =>
  report('/list/views/map', 'a map needs "point", or "latitude" and "longitude"');

/** Says a first view that the entity has no fields for. */
export const sayFirst = (report: Report, { name }: Entity, first: string): void =>
  report('/list/views/first', `the view "${first}" is not offered: ${name} has no fields for it`);
