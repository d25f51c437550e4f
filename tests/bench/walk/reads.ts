import { relationOf, type Model } from 'forecourt/model';
import { lastId } from './values.ts';
import type { Asked, Sources } from './lists.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly enum?: readonly unknown[] };
}

/** The part of the description for developers that the walk reads. */
export interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** What a call that needs a day or a time is asked for. */
const TIMES: Readonly<Record<string, string>> = {
  dateStart: dayIn(0),
  dateEnd: dayIn(6),
  from: dayIn(0),
  to: dayIn(30),
  pickupTime: `${dayIn(40)} 10:00:00`,
  returnTime: `${dayIn(45)} 10:00:00`,
  time: `${dayIn(0)} 10:00:00`,
};

/** Files, imports under way, single entries of a history: no page waits for them. */
const NO_PAGE = /\/(export|import|importtemplate|template|image)(\/|$)|\{entry\}/;

/** The entity that an id in an address names: that of the closest `…/info/{id}`, of `/resources/<name>`, or of the relation that is called so. */
function entityOf(model: Model, path: string, parameter: string): string | undefined {
  const generic = /^\/resources\/(\w+)\/\{/.exec(path)?.[1];
  if (generic) return generic;
  const resources = [...model.resources.values()];
  if (parameter !== 'id') {
    for (const { fields } of model.entities.values())
      for (const field of fields)
        if (field.name === parameter && relationOf(field) === 'one') return field.ref?.resource;
    return undefined;
  }
  const parts = path.split('/').slice(1);
  for (let length = parts.length - 1; length > 0; length--) {
    const info = `/${parts.slice(0, length).join('/')}/info/{id}`;
    const owner = resources.find(({ api }) => api.info === info);
    if (owner) return owner.entity.name;
  }
  return undefined;
}

/** Values of a parameter that must be given; none where nothing says what it stands for. */
async function valuesFor(
  { model, pool }: Sources,
  path: string,
  { name, schema }: Parameter,
): Promise<readonly string[]> {
  if (schema.enum) return schema.enum.map(String);
  if (TIMES[name]) return [TIMES[name]];
  const entity = entityOf(model, path, name);
  if (!entity || !model.entities.has(entity)) return [];
  const last = await lastId(pool, entity);
  return last === 0 ? [] : [...new Set([1, Math.ceil(last / 2), last])].map(String);
}

/** Every reading call that is no list of a resource. `unasked`: those of which nothing says what to ask. */
export async function readsOf(
  sources: Sources,
  { paths }: Description,
): Promise<{ readonly asked: readonly Asked[]; readonly unasked: readonly string[] }> {
  const lists = new Set([...sources.model.resources.values()].map(({ api }) => api.list));
  const asked: Asked[] = [];
  const unasked: string[] = [];
  for (const [address, { get }] of Object.entries(paths)) {
    const path = address.replace(/^\/api/, '');
    if (!get || lists.has(path) || NO_PAGE.test(path)) continue;
    const needed = (get.parameters ?? []).filter(({ required }) => required);
    const values = await Promise.all(needed.map((parameter) => valuesFor(sources, path, parameter)));
    if (values.some((some) => some.length === 0)) {
      unasked.push(path);
      continue;
    }
    for (let at = 0; at < Math.max(1, ...values.map(({ length }) => length)); at++) {
      const query = new URLSearchParams();
      let filled = path;
      for (const [index, parameter] of needed.entries()) {
        const value = values[index]![Math.min(at, values[index]!.length - 1)]!;
        if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value);
        else query.set(parameter.name, value);
      }
      const text = query.size > 0 ? `${filled}?${query}` : filled;
      asked.push({ name: decodeURIComponent(text), path: text });
    }
  }
  return { asked, unasked };
}
