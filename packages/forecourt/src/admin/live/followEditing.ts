import { HttpError } from 'react-admin';
import type { Http, HttpRequest } from '../providers/http.ts';
import { allShown, followShown, NOBODY, recordKey, setOthers, type OtherEditor, type Shown } from './editing.ts';
import type { Told } from './told.ts';

const PATH = '/live/editing';
/** In place of the resource, in what is told: who has its records open is another. */
const TOLD = '_editing.';
/** The server forgets who says nothing for 60 seconds. */
const RENEW_MS = 25_000;
/** Who has touched neither key nor pointer for so long is not at the form, though it stands on a screen: all night, on some. */
const UNATTENDED_MS = 600_000;
const TOUCHES = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

interface FollowEditingOptions {
  readonly http: Http;
  readonly visible?: () => boolean;
}

/** What is known of a record that is shown. */
interface Known {
  readonly resource: string;
  readonly id: number;
  /** Somebody looks at it here. */
  looking: boolean;
  /** The server was told that it is open here. */
  announced: boolean;
  /** One question or word after the other. */
  last: Promise<unknown>;
  /** A question waits for its turn: another one would hear the same. */
  waits: boolean;
}

/** Tells the windows of a session apart, also without TLS, where there is no `crypto.randomUUID`. */
const randomTab = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Tells the server which records the forms of this window have open, every 25 seconds while somebody works. Asks who
 * else has them open when a form opens, comes to the front, or is told of a change. A hidden window says and asks
 * nothing. One that nobody touches for ten minutes says that it was left.
 */
export function followEditing({ http, visible = () => document.visibilityState === 'visible' }: FollowEditingOptions) {
  const tab = randomTab();
  const known = new Map<string, Known>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let touched = Date.now();
  const attended = (): boolean => Date.now() - touched < UNATTENDED_MS;

  const post = (path: string, { resource, id }: Known, more: HttpRequest = {}) =>
    http<{ others: readonly OtherEditor[] } | null>(path, {
      method: 'POST',
      body: { resource, id, tab },
      creates: false,
      ...more,
    });

  /** Says or asks it after what was said before, and shows who else is there. */
  function ask(one: Known): void {
    if (one.waits) return;
    one.waits = true;
    one.last = one.last.then(async () => {
      one.waits = false;
      if (!one.looking) return;
      const key = recordKey(one);
      try {
        const { resource, id } = one;
        const { data } = one.announced
          ? await post(PATH, one)
          : await http<{ others: readonly OtherEditor[] }>(PATH, { query: { resource, id } });
        if (one.looking) setOthers(key, data?.others ?? NOBODY);
      } catch (error) {
        // A connection that broke says nothing about who is there; a record that is gone has nobody.
        if (error instanceof HttpError && error.status !== 0) setOthers(key, NOBODY);
      }
    });
  }

  function end(one: Known, more?: HttpRequest): void {
    if (!one.announced) return;
    one.announced = false;
    const say = () => post(`${PATH}/end`, one, more).catch(() => undefined);
    // A page that goes away waits for nothing.
    one.last = more ? say() : one.last.then(say);
  }

  function take(key: string, of: readonly Shown[]): void {
    const [{ resource, id }] = of as [Shown];
    const one: Known = known.get(key) ?? {
      resource,
      id,
      looking: false,
      announced: false,
      last: Promise.resolve(),
      waits: false,
    };
    known.set(key, one);
    const looking = visible() && of.some(({ onScreen }) => onScreen);
    const editing = attended() && of.some(({ edits, onScreen }) => edits && onScreen);
    const begins = looking && (!one.looking || (editing && !one.announced));
    one.looking = looking;
    // Behind another tab it is neither renewed nor ended: who comes back within a minute has not been away.
    if (!attended() || !of.some(({ edits }) => edits)) end(one);
    else if (looking && editing) one.announced = true;
    if (begins) ask(one);
  }

  function look(): void {
    const now = new Map<string, Shown[]>();
    for (const one of allShown()) now.set(recordKey(one), [...(now.get(recordKey(one)) ?? []), one]);
    for (const [key, one] of known) {
      if (now.has(key)) continue;
      one.looking = false;
      setOthers(key, NOBODY);
      end(one);
      // Who opens it again at once says so after that it was closed.
      void one.last.then(() => {
        if (!allShown().some((other) => recordKey(other) === key)) known.delete(key);
      });
    }
    for (const [key, of] of now) take(key, of);
    const renews = visible() && [...known.values()].some(({ announced, looking }) => announced && looking);
    if (renews) timer ??= setInterval(renew, RENEW_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function renew(): void {
    if (!attended()) return look();
    for (const one of known.values()) if (one.announced && one.looking) ask(one);
  }

  function touch(): void {
    const again = !attended();
    touched = Date.now();
    if (again) look();
  }

  function leavePage(): void {
    for (const one of known.values()) {
      one.looking = false;
      end(one, { keepalive: true });
    }
  }

  const unfollow = followShown(look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', leavePage);
  // A page that the browser has kept comes back as it was.
  window.addEventListener('pageshow', look);
  for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true, capture: true });
  look();
  return {
    heard({ changes, lost }: Pick<Told, 'changes' | 'lost'>): void {
      for (const one of known.values()) {
        const named = changes.some(
          ({ resource, ids }) => resource === TOLD + one.resource && (ids === null || ids.includes(one.id)),
        );
        if (one.looking && (lost || named)) ask(one);
      }
    },
    stop(): void {
      clearInterval(timer);
      unfollow();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leavePage);
      window.removeEventListener('pageshow', look);
      for (const name of TOUCHES) window.removeEventListener(name, touch, { capture: true });
      for (const key of known.keys()) setOthers(key, NOBODY);
      known.clear();
    },
  };
}
