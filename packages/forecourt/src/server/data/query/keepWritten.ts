import { createHash } from 'node:crypto';
import type { Actor } from '../../contract.ts';
import { Parameters } from '../sql/index.ts';
import type { Engine, Reading } from './engine.ts';
import type { WholeQuestions } from './wholeQuestions.ts';

interface Known<Written> {
  readonly written: Written;
  /** Values of its placeholders, which are the first of the statement; NOW still to be filled in. */
  readonly values: readonly unknown[];
}

/** Kept at the same time at most; each is some ten kilobytes. */
const MAX_KNOWN = 500;

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
 * Keeps what `write` makes of SQL, for all actors of the same rights, or for the person where it asks who that is. `write` must depend on
 * its reading and the key alone. The instant of the request is filled in each time. What asks for a masked value is never kept, because each such question counts.
 */
export function keepWritten<Written>(): (query: Reading, key: string, write: (query: Reading) => Written) => Written {
  const caches = new WeakMap<Engine, Map<string, Known<Written>>>();
  return (query, key, write) => {
    const { engine, actor, parameters } = query;
    if (parameters.values.length > 0) throw new Error('kept SQL holds the first values of its statement');
    let cache = caches.get(engine);
    if (!cache) caches.set(engine, (cache = new Map()));
    const { rights, person } = signatureOf(actor);
    let known = cache.get(`${rights} ${key}`) ?? cache.get(`${person} ${key}`);
    if (!known) {
      const values = new Parameters();
      const by = watched(actor);
      let isAsked = false;
      const wholeQuestions: WholeQuestions = {
        ask(...question) {
          isAsked = true;
          engine.wholeQuestions.ask(...question);
        },
      };
      const written = write({ engine: { ...engine, wholeQuestions }, actor: by.actor, parameters: values });
      known = { written, values: values.values };
      if (!isAsked) {
        // The oldest goes: one that is still asked for comes back by itself.
        if (cache.size >= MAX_KNOWN) cache.delete(cache.keys().next().value!);
        cache.set(`${by.isPersonal() ? person : rights} ${key}`, known);
      }
    }
    parameters.append(known.values);
    return known.written;
  };
}
