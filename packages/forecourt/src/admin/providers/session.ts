import { replaceEqualDeep } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { permits, type FieldRights } from '../../model/index.ts';
import type { Http } from './http.ts';
import type { TokenStore } from './tokenStore.ts';

/** Changes to the menu that administrators made on the menu screen. */
export interface MenuInfo {
  /** In their order. */
  readonly groups: readonly {
    readonly id: number;
    readonly title: string;
    readonly icon?: string;
    readonly sort: number;
    readonly hidden?: boolean;
  }[];
  readonly pages: readonly {
    readonly url: string;
    /** Absent: it stands by itself at the top. */
    readonly group?: number;
    /** Its name in place of the product's own. */
    readonly title?: string;
    readonly icon?: string;
    readonly sort: number;
    readonly hidden?: boolean;
  }[];
}

/** A list as somebody saved it: filters in the words of its address, sort, columns and view. */
export interface SavedViewContent {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  readonly columns?: readonly string[];
  readonly view?: string;
}

/** Answer of the user info call (D-AUTH-04). */
export interface SessionInfo {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  /** Title of the header, when not empty. */
  readonly suname?: string;
  readonly avatar?: string;
  readonly welcome?: string;
  readonly roles: readonly { readonly id: number; readonly name: string; readonly code?: string }[];
  readonly permission: readonly { readonly path: string; readonly name?: string }[];
  /** What the menu table changes of the menu (D-SHELL-17); absent: nothing. */
  readonly menu?: MenuInfo;
  /** What lists begin with for the user's role, by resource; absent: as their declarations say. */
  readonly views?: Readonly<Record<string, SavedViewContent>>;
  readonly dataScope?: number;
  /** What the role takes of single properties; absent: nothing. */
  readonly fields?: FieldRights;
  /** Changes with what the user may do or see; every answer of the server carries the present one. */
  readonly rights?: string;
  readonly [other: string]: unknown;
}

/** The user info could not be loaded: the session ends and sign-in follows (D-AUTH-04). */
class SessionLoadError extends Error {}

/** The signed-in user: token, rights and data, with a subscription to changes. */
export interface Session {
  readonly token: TokenStore;
  /** What is known of the signed-in user right now; after a reload the last answer, until the fresh one arrives. */
  info(): SessionInfo | undefined;
  permissions(): ReadonlySet<string>;
  /** Holds this key, or any of several. */
  can(key: string | readonly string[]): boolean;
  /** Fresh user info, asked for once per page load, and once more after a connection that broke; throws SessionLoadError. */
  load(): Promise<SessionInfo>;
  /** Asks again (after the user changed name or avatar). */
  reload(): Promise<SessionInfo>;
  /** What an answer said of the user's rights: when they are others than known, the user info is asked for again. */
  heard(rights: string | null): void;
  /** Forgets token, user and cached rows. */
  end(): void;
  subscribe(listener: () => void): () => void;
}

/** Header in which the server says of every answer which rights it was judged by. */
export const RIGHTS_HEADER = 'x-rights';

/**
 * After this a call whose connection broke is made again: a page that is being left breaks its calls, and must not end the session under
 * the page that follows it.
 */
export const RETRY_DELAY_MS = 1_000;

const INFO_KEY = 'session_info';
/** Everything remembered for a quick start begins with this and ends with the session. */
export const REMEMBERED_PREFIX = 'remembered.';

function remembered(storage: Storage, token: string | null): SessionInfo | undefined {
  try {
    const stored = JSON.parse(storage.getItem(REMEMBERED_PREFIX + INFO_KEY) ?? 'null') as {
      token?: string;
      info?: SessionInfo;
    } | null;
    return token && stored?.token === token.slice(-8) ? stored.info : undefined;
  } catch {
    return undefined;
  }
}

/** One signed-in user. The last user info is remembered, so that a warm start paints before the server answers. */
export function createSession(options: { http: Http; token: TokenStore; storage: Storage }): Session {
  const { http, token, storage } = options;
  const listeners = new Set<() => void>();
  let info = remembered(storage, token.read());
  let permissions: ReadonlySet<string> = new Set(info?.permission.map((item) => item.path));
  let loading: Promise<SessionInfo> | undefined;
  let asking = false;
  /** Rights that answers were judged by while the user info was on its way. */
  const meanwhile = new Set<string>();

  const publish = (next: SessionInfo | undefined): void => {
    // Whoever watches is told only of a change, and only of the parts that changed: most fresh answers are the remembered one.
    const merged = next && info ? replaceEqualDeep(info, next) : next;
    if (merged && merged === info) return;
    info = merged;
    permissions = new Set(next?.permission.map((item) => item.path));
    for (const listener of listeners) listener();
  };

  const ask = (): Promise<{ readonly data: SessionInfo }> => http<SessionInfo>('/admin/user/info');
  const askAgain = async (error: unknown): Promise<{ readonly data: SessionInfo }> => {
    if (!(error instanceof HttpError) || error.status !== 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return ask();
  };

  const load = async (): Promise<SessionInfo> => {
    let answer: SessionInfo;
    asking = true;
    meanwhile.clear();
    try {
      answer = (await ask().catch(askAgain)).data;
    } catch (cause) {
      loading = undefined;
      throw new SessionLoadError('admin.error.userInfo', { cause });
    } finally {
      asking = false;
    }
    if (!Array.isArray(answer?.roles) || answer.roles.length === 0) {
      loading = undefined;
      throw new SessionLoadError('admin.error.userInfo');
    }
    storage.setItem(REMEMBERED_PREFIX + INFO_KEY, JSON.stringify({ token: token.read()?.slice(-8), info: answer }));
    publish(answer);
    // They were changed on the way: which of the two is older nobody knows.
    if (answer.rights !== undefined && [...meanwhile].some((rights) => rights !== answer.rights)) askAnew();
    return answer;
  };
  // What fails here fails where it is needed.
  const askAnew = (): void => void (loading = load()).catch(() => undefined);

  return {
    token,
    info: () => info,
    permissions: () => permissions,
    can: (key) => permits(permissions, key),
    load: () => (loading ??= load()),
    reload: () => (loading = load()),
    heard: (rights) => {
      if (!rights) return;
      if (asking) meanwhile.add(rights);
      else if (info?.rights && rights !== info.rights) askAnew();
    },
    end: () => {
      token.clear();
      loading = undefined;
      for (const key of Object.keys(storage)) if (key.startsWith(REMEMBERED_PREFIX)) storage.removeItem(key);
      publish(undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
