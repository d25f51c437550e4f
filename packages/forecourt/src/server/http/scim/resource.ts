import { createHash } from 'node:crypto';
import { LIST, MOST } from './definitions.ts';
import { ScimRefusal } from './scimRefusal.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A user or a group as the protocol shows it. */
export interface Resource extends Json {
  readonly id: string;
  readonly meta: { readonly location: string; readonly version: string } & Json;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds what is told of a resource itself. Its version is another one as soon as anything of it is. */
export function withMeta(
  content: Json & { readonly id: string },
  {
    type,
    base,
    created,
    changed,
  }: { type: 'User' | 'Group'; base: string; created: Date | null; changed: Date | null },
): Resource {
  const version = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
  return {
    ...content,
    meta: {
      resourceType: type,
      ...(created && { created: created.toISOString() }),
      ...(changed && { lastModified: changed.toISOString() }),
      location: `${base}/${type}s/${content.id}`,
      version: `W/"${version}"`,
    },
  };
}

const tagsOf = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Whether a list of versions, as a header has them, names this one. */
export const names = (header: string | undefined, { meta: { version } }: Resource): boolean =>
  header !== undefined && tagsOf(header).some((tag) => tag === '*' || tag === version.replace(/^W\//, ''));

/** Refuses to change what is not any more what the caller has read (`If-Match`). */
export function requireVersion(header: string | undefined, resource: Resource): void {
  if (header !== undefined && !names(header, resource))
    throw new ScimRefusal(412, undefined, 'The resource was changed since it was read');
}

/** Which page is asked for, counted from one; what makes no sense is read as the standard says. */
export interface Page {
  readonly startIndex: number;
  readonly count: number;
}

function whole(value: unknown, otherwise: number, name: string): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value))
    throw new ScimRefusal(400, 'invalidValue', `${name} is a whole number`);
  return Number(value);
}

export const pageOf = (query: Json): Page => ({
  startIndex: Math.max(1, whole(query['startIndex'], 1, 'startIndex')),
  count: Math.min(MOST, Math.max(0, whole(query['count'], 100, 'count'))),
});

export const listOf = (resources: readonly Json[], total: number, { startIndex }: Page): Json => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** First names of attributes, in small letters: `name.familyName` is `name`. */
function attributesIn(value: unknown): ReadonlySet<string> | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const plain = value.replaceAll(/urn:[\w:.]+:(User|Group):/gi, '');
  return new Set(plain.split(',').map((name) => name.trim().split('.', 1)[0]!.toLowerCase()));
}

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id', 'meta']);

/** Which attributes are asked for (`attributes`, `excludedAttributes`). */
export interface Chosen {
  readonly wants: (name: string) => boolean;
  readonly of: (resource: Json) => Json;
}

export function chosenOf(query: Json): Chosen {
  const only = attributesIn(query['attributes']);
  const but = attributesIn(query['excludedAttributes']);
  const wants = (name: string): boolean =>
    ALWAYS.has(name) || (only ? only.has(name.toLowerCase()) : !but?.has(name.toLowerCase()));
  return { wants, of: (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => wants(name))) };
}
