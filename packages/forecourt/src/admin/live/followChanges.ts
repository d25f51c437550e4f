import type { QueryClient } from '@tanstack/react-query';
import { REMEMBERED_PREFIX } from '../providers/session.ts';
import type { AdminRuntime } from '../runtime/runtime.tsx';
import { followEditing } from './followEditing.ts';
import { followQueries } from './queries.ts';
import { listenTogether } from './together.ts';
import { whereChangesBegin } from './told.ts';

interface FollowChangesOptions {
  readonly runtime: Pick<AdminRuntime, 'http' | 'session'>;
  readonly client: QueryClient;
  readonly userId: number;
  /** Whether somebody types at the moment into what the page on screen shows. */
  readonly isTyping: () => boolean;
}

/** The end of a token tells sessions apart and nobody anything. */
const TAIL = 8;

/** In the browser's storage: the place up to which this page was told, and when. The page that follows goes on there (shell/firstPaint.js). */
const TOLD_KEY = `${REMEMBERED_PREFIX}told`;

/**
 * Lets what is on screen follow what others change, until the answered function is called. Pages declare only what
 * their queries are made of (`madeOf`). A key that begins with a resource needs no declaration.
 */
export function followChanges({ runtime, client, userId, isTyping }: FollowChangesOptions): () => void {
  const { http, session } = runtime;
  const begin = whereChangesBegin(http);
  /** Signed in just now, without a new page: nobody has asked from where on. */
  const late = client.getQueryState(begin.queryKey) === undefined;
  const { heard, stop: stopAsking } = followQueries(client, { isTyping });
  let stopListening: (() => void) | undefined;
  let stopEditing: (() => void) | undefined;
  let stopped = false;
  let told: { readonly position: string; readonly time: number } | undefined;
  const keep = (): void => {
    if (told && session.token.read()) http.storage.setItem(TOLD_KEY, JSON.stringify(told));
  };
  window.addEventListener('pagehide', keep);

  void client
    .fetchQuery(begin)
    .catch(() => undefined)
    .then((position) => {
      if (stopped) return;
      if (late || position === undefined) heard({ changes: [], lost: true });
      const editing = followEditing({ http });
      stopEditing = editing.stop;
      stopListening = listenTogether({
        http,
        name: `live.${userId}.${session.token.read()?.slice(-TAIL) ?? ''}`,
        position,
        onTold: (news) => {
          told = { position: news.position, time: Date.now() };
          heard(news);
          editing.heard(news);
        },
      });
    });
  return () => {
    stopped = true;
    window.removeEventListener('pagehide', keep);
    stopListening?.();
    stopEditing?.();
    stopAsking();
  };
}
