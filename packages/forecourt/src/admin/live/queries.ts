import { replaceEqualDeep, type Query, type QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import { mark } from './marks.ts';
import type { Told } from './told.ts';
import { followVisibility, isVisible } from './visibility.ts';

/** Nothing is asked for more often than this, whatever happens. */
const SHORTEST_MS = 1_000;
/** While others change again and again what is not on screen, it is asked for less and less often, down to this. */
const LONGEST_MS = 8_000;
/**
 * Spaces the requests of a slow query: the pause is a multiple of the time that the last one took. It is counted once
 * with its rows on screen and once without. So no page keeps a processor busy by itself. A busy server is asked less.
 */
const REST = { shown: 10, longest: 200 } as const;
const LONGEST_SHOWN_MS = 8_000;
const LONGEST_OF_ALL_MS = 60_000;
/** What may not be asked for now (a form is being typed in, a dialog is open) is tried so often. */
const RETRY_MS = 500;
/** All who listen hear of a change at the same moment: they ask one after the other. */
const SPREAD_MS = 150;

/** Of the session and of the browser, not of records. */
const OWN_KEYS: ReadonlySet<unknown> = new Set(['auth', 'live', 'map', 'file url', 'palette verbs']);

type Resources = readonly string[];

/** The resource that the key begins with, and what the query says beside it (`madeOf`). */
function resourcesOf({ queryKey, meta, state }: Query): Resources {
  const said = meta?.['resources'] as Resources | ((data: unknown) => Resources) | undefined;
  const more = typeof said === 'function' ? (state.data === undefined ? [] : said(state.data)) : (said ?? []);
  return [String(queryKey[0]), ...more];
}

const isRecord = (value: unknown): value is RaRecord =>
  typeof value === 'object' && value !== null && 'id' in value && !Array.isArray(value);

/** The records of an answer: one, several, or a page of them. */
function recordsOf(data: unknown): ReadonlyMap<RaRecord['id'], RaRecord> {
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data;
  const all: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return new Map(all.filter(isRecord).map((record) => [record.id, record]));
}

/** One record, and not one of these. */
const isAnother = (data: unknown, ids: readonly number[]): boolean => isRecord(data) && !ids.includes(Number(data.id));

const namesOfChanges = (before: RaRecord, after: RaRecord): string[] =>
  Object.keys(after).filter((name) => replaceEqualDeep(before[name], after[name]) !== before[name]);

interface Waiting {
  /** Records that are others; null: any. */
  readonly ids: Set<number> | null;
  /** Not before this time. */
  at: number;
}

interface Asked {
  readonly at: number;
  readonly pause: number;
  /** Milliseconds until it was answered; 0 until then. */
  took: number;
}

interface FollowOptions {
  /** Whether somebody types at the moment into what a page shows. */
  readonly isTyping: () => boolean;
  /** Whether anybody looks at this window, and word of a change. */
  readonly visible?: () => boolean;
  readonly onVisibility?: (changed: () => void) => () => void;
  readonly random?: () => number;
}

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

type Observer = Query['observers'][number];

const pageOf = ({ options }: Observer) => options.meta?.['page'] as { get(): boolean } | undefined;

/**
 * Whether somebody looks at it: not what a page keeps behind another one, which is asked for when that comes to the front, nor what its page never
 * asks for by itself.
 */
const isLookedAt = (observer: Observer): boolean =>
  pageOf(observer)?.get() !== false && (!pageOf(observer) || observer.options.refetchOnWindowFocus !== false);

/**
 * Marks what is made of changed records as stale, and asks for it again where somebody looks at it. Each query asks
 * once a second at most and never while an answer is under way. It waits while a form is typed in and while the window
 * is hidden. Records that come back changed are marked.
 */
export function followQueries(client: QueryClient, options: FollowOptions) {
  const { isTyping, visible = isVisible, onVisibility = followVisibility, random = Math.random } = options;
  const cache = client.getQueryCache();
  const waiting = new Map<Query, Waiting>();
  const asked = new WeakMap<Query, Asked>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function next(): void {
    clearTimeout(timer);
    if (waiting.size === 0 || stopped || !visible()) return;
    const at = Math.min(...[...waiting.values()].map((one) => one.at));
    timer = setTimeout(work, Math.max(0, at - performance.now()));
  }

  function markWhatChanged(query: Query, before: unknown, { ids }: Waiting): void {
    const [old, now] = [recordsOf(before), recordsOf(query.state.data)];
    const found = new Map<RaRecord['id'], string[]>();
    for (const [id, record] of now) {
      if (ids && !ids.has(Number(id))) continue;
      const known = old.get(id);
      const names = known ? namesOfChanges(known, record) : Object.keys(record);
      if (names.length > 0) found.set(id, names);
    }
    // Where everything is another, another page is shown.
    if (old.size > 0) mark(String(query.queryKey[0]), found);
  }

  /** Answers whether it need not be asked for any more. */
  function ask(query: Query, changed: Waiting, now: number): boolean {
    const observers = query.observers.filter(isLookedAt);
    if (cache.get(query.queryHash) !== query || query.isDisabled() || observers.length === 0) return true;
    // What is on its way may have been read before the change.
    if (query.state.fetchStatus !== 'idle') return false;
    // A page says when it may be asked for: not behind its dialog, nor while somebody types.
    const observer = observers.find((one) => !pageOf(one) || (!isTyping() && one.shouldFetchOnWindowFocus()));
    if (!observer) return false;
    const { data: before } = query.state;
    const shown = recordsOf(before);
    const isShown = [...(changed.ids ?? [])].some((id) => shown.has(id));
    const last = asked.get(query);
    const again = last !== undefined && now - last.at < 2 * last.pause;
    const took = last?.took ?? 0;
    const longest = between(LONGEST_MS, REST.longest * took, LONGEST_OF_ALL_MS);
    const shortest = between(SHORTEST_MS, REST.shown * took, LONGEST_SHOWN_MS);
    const own: Asked = { at: now, pause: again && !isShown ? Math.min(longest, 2 * last.pause) : shortest, took };
    asked.set(query, own);
    void observer.refetch({ cancelRefetch: false }).then(({ isSuccess }) => {
      own.took = performance.now() - now;
      if (isSuccess) markWhatChanged(query, before, changed);
    });
    return true;
  }

  function work(): void {
    const now = performance.now();
    for (const [query, one] of waiting) {
      if (one.at > now) continue;
      // An answer that came meanwhile has made it look new.
      query.invalidate();
      if (ask(query, one, now)) waiting.delete(query);
      else one.at = now + RETRY_MS;
    }
    next();
  }

  function wait(query: Query, ids: readonly number[] | null): void {
    if (ids && isAnother(query.state.data, ids)) return;
    query.invalidate();
    const known = waiting.get(query);
    if (known) {
      if (!ids) waiting.set(query, { ids: null, at: known.at });
      else for (const id of ids) known.ids?.add(id);
      return;
    }
    const last = asked.get(query);
    const soonest = performance.now() + random() * SPREAD_MS;
    waiting.set(query, { ids: ids && new Set(ids), at: last ? Math.max(soonest, last.at + last.pause) : soonest });
  }

  const leave = onVisibility(next);
  return {
    heard({ changes, lost }: Pick<Told, 'changes' | 'lost'>): void {
      if (!lost && changes.length === 0) return;
      const changed = new Map(changes.map(({ resource, ids }) => [resource, ids]));
      for (const query of cache.getAll()) {
        const of = resourcesOf(query);
        if (lost) {
          if (!OWN_KEYS.has(query.queryKey[0])) wait(query, null);
          continue;
        }
        const known = of.filter((resource) => changed.has(resource));
        if (known.length === 0) continue;
        // Records of other resources have other ids: only those of its own can be looked for among what it shows.
        const own = known.length === 1 && known[0] === of[0] ? changed.get(of[0]!)! : null;
        wait(query, own);
      }
      next();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      leave();
    },
  };
}
