import { createHash } from 'node:crypto';
import type { Actor } from '../../contract.ts';
import type { Entity } from '../../../model/index.ts';
import { Parameters } from '../sql/index.ts';
import type { Engine, Reading } from './engine.ts';
import { project, type Projection, type ProjectionOptions } from './projection.ts';

interface Known {
  readonly projection: Projection;
  /** Values of its placeholders, which are the first of the statement; NOW still to be filled in. */
  readonly values: readonly unknown[];
}

/** Kept at the same time at most; each is some ten kilobytes. */
const MAX_KNOWN = 500;

const caches = new WeakMap<Engine, Map<string, Known>>();

const texts = new WeakMap<ReadonlySet<string>, string>();

/** Names as one text; the sets of lists are the same ones again and again. */
function joined(names: ReadonlySet<string>): string {
  let text = texts.get(names);
  if (text === undefined) texts.set(names, (text = [...names].join()));
  return text;
}

/** What an actor is to the compiler: rights, which others have as well, and the person. Rights that change make a new object. */
interface Signature {
  readonly rights: string;
  readonly person: string;
}

const signatures = new WeakMap<Actor, Signature>();

const short = (text: string): string => createHash('sha1').update(text).digest('base64url');

function signatureOf(actor: Actor): Signature {
  let signature = signatures.get(actor);
  if (!signature) {
    const { permissions, masked, fields, ...person } = actor;
    const rights = short(`${[...permissions, masked ?? ''].sort().join()} ${JSON.stringify(fields)}`);
    signatures.set(actor, (signature = { rights, person: `${rights} ${short(JSON.stringify(person))}` }));
  }
  return signature;
}

/** The actor's rights, and of everything else whether it was asked for. */
function watched(actor: Actor): { readonly actor: Actor; readonly isPersonal: () => boolean } {
  let personal = false;
  const rest = Object.keys(actor).filter((name) => !['permissions', 'masked', 'fields'].includes(name));
  const getters = rest.map((name) => [
    name,
    {
      enumerable: true,
      get: (): unknown => {
        personal = true;
        return actor[name as keyof Actor];
      },
    },
  ]);
  const { permissions, masked, fields } = actor;
  return {
    actor: Object.defineProperties(
      { permissions, masked, fields },
      Object.fromEntries(getters) as PropertyDescriptorMap,
    ) as Actor,
    isPersonal: () => personal,
  };
}

/**
 * `project`, compiled once for all actors of the same rights, or for the person where a computed column asks who it is, and kept while it is asked for.
 * To be called before the statement has any other value. What is kept depends on the key alone: the actor, the entity and the options; the
 * instant of the request is filled in each time.
 */
export function knownProjection(query: Reading, entity: Entity, options: ProjectionOptions): Projection {
  const { engine, actor, parameters } = query;
  if (parameters.values.length > 0) throw new Error('a known projection holds the first values of its statement');
  let cache = caches.get(engine);
  if (!cache) caches.set(engine, (cache = new Map()));
  const fields = options.fields ? joined(options.fields) : '*';
  const { rights, person } = signatureOf(actor);
  const asked = `${entity.name} ${options.reveal} ${options.exactly} ${fields}`;
  let known = cache.get(`${rights} ${asked}`) ?? cache.get(`${person} ${asked}`);
  if (!known) {
    const values = new Parameters();
    const by = watched(actor);
    known = {
      projection: project({ engine, actor: by.actor, parameters: values }, entity, options),
      values: values.values,
    };
    // The oldest goes: one that is still asked for comes back by itself.
    if (cache.size >= MAX_KNOWN) cache.delete(cache.keys().next().value!);
    cache.set(`${by.isPersonal() ? person : rights} ${asked}`, known);
  }
  parameters.append(known.values);
  return known.projection;
}
