import type { AuthProvider } from 'react-admin';
import type { AdminModel } from '../model/adminModel.ts';
import { canAccess, isDeclaredAction } from './canAccess.ts';
import type { Http } from './http.ts';
import type { Session } from './session.ts';
import { currentAddress, withBase } from '../../browser/basePath.ts';

export interface AuthOptions {
  readonly http: Http;
  readonly session: Session;
  readonly model: AdminModel;
  /** Default `/user/login`. */
  readonly loginPath?: string;
  /** Default `/dashboard/workplace`. */
  readonly landingPath?: string;
  /** Leaves the page: a full load, so that nothing of the old session stays in memory. */
  readonly leave?: (to: string) => void;
  /** Leaves for the sign-in provider, which signs the user out there. */
  readonly leaveTo?: (address: string) => void;
  readonly here?: () => string;
  /** The session ends for a reason that is not the user's: what is typed is written down for when the same user is back. */
  readonly onExpiry?: () => void;
  /** The user signs out: nothing of what was kept for coming back stays on the device. */
  readonly onSignOut?: () => Promise<void>;
  /** Somebody has signed in: what others left on the device goes. */
  readonly onSignIn?: (user: number) => Promise<void>;
}

/** How long the refusal stays on screen before the page reloads (D-FW-06). */
const RELOAD_DELAY_MS = 1_500;

/** One slash at a time, and nothing that a browser drops (tabs, line ends) or reads as a slash on its way to another host. */
const OWN_PATH = /^\/(?!\/)(?:[^\\\p{Cc}/?#]|\/(?!\/))*(?:[?#]\P{Cc}*)?$/u;

/** Only a path on this site is followed after sign-in (D-AUTH-01). */
export function safeRedirect(target: string | null | undefined, landingPath: string): string {
  return target && OWN_PATH.test(target) ? target : landingPath;
}

/** react-admin's, and whether the page is about to be loaded anew because its session has ended. */
export type SessionAuthProvider = AuthProvider & { readonly isLeaving: () => boolean };

/**
 * Sign-in, user info, rights and the end of a session (docs/rules/access.md). 401 with a stored token ends the session and reloads
 * after 1.5 s; 403 never does (D-FW-06). Sign-in says why: `notice=expired`, or `notice=userInfo` after a failed info load.
 */
export function createAuthProvider(options: AuthOptions): SessionAuthProvider {
  const {
    http,
    session,
    model,
    loginPath = '/user/login',
    landingPath = '/dashboard/workplace',
    here = currentAddress,
    onExpiry,
    onSignOut,
    onSignIn,
  } = options;
  const leaveTo = options.leaveTo ?? ((address: string) => window.location.assign(address));
  const leave = options.leave ?? ((to: string) => window.location.assign(withBase(to)));
  const { token } = session;
  let leaving = false;

  const signIn = (notice: 'expired' | 'userInfo' | undefined = token.hasExpired() ? 'expired' : undefined): string => {
    const path = here();
    if (path.split('?')[0] === loginPath) return path;
    return `${loginPath}?${new URLSearchParams({ redirect: path, ...(notice ? { notice } : {}) })}`;
  };

  const loadFailed = (): string => {
    const target = signIn('userInfo');
    onExpiry?.();
    session.end();
    return target;
  };

  const infoReady = async (): Promise<void> => {
    const loading = session.load();
    if (session.info()) loading.catch(() => token.read() && leave(loadFailed()));
    else await loading;
  };

  return {
    isLeaving: () => leaving,

    login: async ({
      username,
      password,
      token: given,
      redirect,
    }: {
      username?: string;
      password?: string;
      /** Of a sign-in that took more than a password. */
      token?: string;
      redirect?: string | null;
    }) => {
      const { data } = given
        ? { data: { token: given } }
        : await http<{ token?: string }>('/admin/user/login', {
            method: 'POST',
            body: { username, password },
            creates: false,
          });
      if (!data.token) return data;
      session.end();
      token.write(data.token);
      const { id } = await session.load();
      await onSignIn?.(id).catch(() => undefined);
      return {
        redirectTo: safeRedirect(redirect ?? new URLSearchParams(here().split('?')[1]).get('redirect'), landingPath),
      };
    },

    logout: async () => {
      if (!token.read()) return signIn();
      const target = signIn();
      leaving = true;
      // The session ends here whatever the server says (D-AUTH-10).
      const out = await http<{ leave?: string } | null>('/admin/user/loginout', {
        method: 'POST',
        creates: false,
      }).catch(() => undefined);
      await onSignOut?.().catch(() => undefined);
      session.end();
      const provider = out?.data?.leave;
      if (provider === undefined) leave(target);
      else leaveTo(provider);
      return false;
    },

    checkAuth: async () => {
      // After a 401 the way out is already taken (D-FW-06): answering would let react-admin lead to sign-in by itself, without the notice, and what
      // somebody types there would be lost when the page goes.
      if (leaving) await new Promise<never>(() => undefined);
      if (!token.read()) throw Object.assign(new Error('unauthenticated'), { redirectTo: signIn(), message: false });
      try {
        await infoReady();
      } catch {
        if (!leaving) leave(loadFailed());
        await new Promise<never>(() => undefined);
      }
    },

    checkError: async (error: { status?: number; body?: { result?: { isLogin?: boolean } } }) => {
      if (error?.status !== 401 || error.body?.result?.isLogin === true || leaving) return;
      // Without a token there is nothing to end: the guard leads to sign-in by itself (D-AUTH-11).
      if (!token.read())
        throw Object.assign(new Error('unauthenticated'), { redirectTo: signIn(), logoutUser: false, message: false });
      leaving = true;
      const target = signIn('expired');
      // Now, for whoever leaves at once; and once more for what is typed until then.
      onExpiry?.();
      token.clear();
      setTimeout(() => {
        onExpiry?.();
        session.end();
        leave(target);
      }, RELOAD_DELAY_MS);
    },

    getPermissions: async () => {
      if (!token.read()) return [];
      await infoReady();
      return [...session.permissions()];
    },

    getIdentity: async () => {
      await infoReady();
      const { id = 0, name, avatar } = session.info() ?? {};
      return { id, fullName: name, avatar };
    },

    canAccess: async ({ resource, action }: { resource?: string; action: string }) => {
      if (!token.read()) return false;
      await infoReady();
      const entry = resource === undefined ? undefined : model.entries.get(resource);
      const subject = entry && isDeclaredAction(action) ? await model.calls(entry.name) : entry;
      return canAccess(session.permissions(), subject, action);
    },
  };
}
