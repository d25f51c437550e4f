import {
  cloneElement,
  createContext,
  isValidElement,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { RouterProvider } from 'react-admin';
import type { Resource, ResourceEntry } from '../../model/index.ts';
import { createAuthProvider, type AuthOptions, type SessionAuthProvider } from '../providers/authProvider.ts';
import { canAccess } from '../providers/canAccess.ts';
import { createDataProvider, type AdminDataProvider } from '../providers/dataProvider.ts';
import { NO_LABELS, type ResourceLabels } from '../model/resourceLabels.ts';
import { createHttp, type Http, type HttpOptions } from '../providers/http.ts';
import { createProof, type Proof } from '../providers/proof.ts';
import { createSession, RIGHTS_HEADER, type Session, type SessionInfo } from '../providers/session.ts';
import { createTokenStore } from '../providers/tokenStore.ts';
import { createRouterProvider } from '../providers/routerProvider.tsx';
import { suspend } from './suspend.ts';
import { loadReadable, readableTo } from '../model/whole.ts';
import { createAdminModel, type AdminModel, type AdminSource, type ResourceCalls } from '../model/adminModel.ts';

/** What `createAdminRuntime` is given: the declarations, the address of the API and where sign-in leads. */
export interface AdminConfig
  extends
    AdminSource,
    Pick<HttpOptions, 'apiUrl' | 'language' | 'forbiddenTitle' | 'fetch'>,
    Pick<AuthOptions, 'loginPath' | 'landingPath' | 'leave' | 'onExpiry' | 'onSignIn' | 'onSignOut'> {
  /** Default: local storage. */
  readonly storage?: Storage;
}

/** Everything the screens share, made once at start. */
export interface AdminRuntime {
  readonly model: AdminModel;
  readonly http: Http;
  readonly session: Session;
  readonly dataProvider: AdminDataProvider;
  readonly authProvider: SessionAuthProvider;
  readonly routerProvider: RouterProvider;
  readonly storage: Storage;
  readonly labels: ResourceLabels;
  /** Where calls wait for the password. */
  readonly proof: Proof;
}

/** Wires model, session and providers together; the shell hands the three providers to react-admin. */
export function createAdminRuntime(config: AdminConfig): AdminRuntime {
  const { storage = window.localStorage } = config;
  const model = createAdminModel(config);
  const token = createTokenStore(storage);
  const proof = createProof();
  const http: Http = createHttp({
    ...config,
    prove: proof.ask,
    storage,
    token: token.read,
    user: () => session.info()?.id,
    onAnswer: ({ headers }) => session.heard(headers.get(RIGHTS_HEADER)),
    // Also for those who ask without react-admin; asked twice, it answers the same.
    onRefusal: (error) => void authProvider.checkError(error).catch(() => undefined),
  });
  const session: Session = createSession({ http, token, storage });
  const authProvider = createAuthProvider({ ...config, http, session, model });
  return {
    model,
    http,
    session,
    storage,
    labels: config.labels ?? NO_LABELS,
    proof,
    dataProvider: createDataProvider({ model, http }),
    authProvider,
    routerProvider: createRouterProvider(model),
  };
}

const RuntimeContext = createContext<AdminRuntime | undefined>(undefined);

/** Goes around everything, sign-in included. */
export function AdminRuntimeProvider({ value, children }: { value: AdminRuntime; children: ReactNode }) {
  return <RuntimeContext value={value}>{children}</RuntimeContext>;
}

/**
 * Returns the model, session and providers of the application. Throws outside `AdminRuntimeProvider`.
 *
 * @example
 * function Retry() {
 *   const { dataProvider } = useAdminRuntime();
 *   return <button onClick={() => void dataProvider.getOne('book', { id: 1 })}>↻</button>;
 * }
 */
export function useAdminRuntime(): AdminRuntime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('AdminRuntimeProvider is missing above this component');
  return runtime;
}

/** The signed-in user as far as known; undefined before the first answer and after the end of the session. */
export function useSessionInfo(): SessionInfo | undefined {
  const { session } = useAdminRuntime();
  return useSyncExternalStore(session.subscribe, session.info);
}

/**
 * Whether the user holds this permission key, or any of several.
 *
 * @example
 * function Fines() {
 *   return useCan('fine-list') ? <p>…</p> : null;
 * }
 */
export function useCan(key: string | readonly string[]): boolean {
  const { session } = useAdminRuntime();
  return useSyncExternalStore(session.subscribe, () => session.can(key));
}

/**
 * Decides by resource and action name (list, create, edit, delete, show, search, export, import or a declared action).
 *
 * @example
 * function Lend() {
 *   const canDo = useCanDo();
 *   return canDo('book', 'lend') ? <button>Lend</button> : null;
 * }
 */
export function useCanDo(): (resource: string, action: string) => boolean {
  const { session, model } = useAdminRuntime();
  const info = useSyncExternalStore(session.subscribe, session.info);
  // `info` changes whenever the rights do: whoever memoizes on this function decides again.
  return useCallback(
    (resource, action) =>
      info !== undefined &&
      canAccess(session.permissions(), model.knownCalls(resource) ?? model.entries.get(resource), action),
    [session, model, info],
  );
}

/** Props of `Can`. */
export interface CanProps {
  /** A permission key such as `car-edit`, or several, any of which is enough. */
  readonly action: string | readonly string[];
  readonly children: ReactNode;
  /** Shown to those who may not; nothing by default. */
  readonly otherwise?: ReactNode;
  /** Shows its one child disabled instead of hiding it. */
  readonly disable?: boolean;
}

/**
 * Shows its children only to a user who may (D-PERM-11). The server decides in the end.
 *
 * @example <Can action="book-edit" disable><button>Change</button></Can>
 */
export function Can({ action, children, otherwise = null, disable = false }: CanProps) {
  if (useCan(action)) return children;
  return disable && isValidElement<{ disabled?: boolean }>(children)
    ? cloneElement(children, { disabled: true })
    : otherwise;
}

/** Returns name, paths and permission of a resource. Throws when there is no such resource. */
export function useResourceEntry(name: string): ResourceEntry {
  const entry = useAdminRuntime().model.entries.get(name);
  if (!entry) throw new Error(`no resource "${name}"`);
  return entry;
}

/** How a resource is asked for; undefined while its declaration loads. Nothing is drawn anew for it but who asks. */
export function useResourceCalls(name: string): ResourceCalls | undefined {
  const { model } = useAdminRuntime();
  const [, setArrived] = useState('');
  const known = model.knownCalls(name);
  useEffect(() => {
    if (known) return undefined;
    let current = true;
    // Whoever asks for rows is told of the failure there.
    model.calls(name).then(
      () => current && setArrived(name),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [model, name, known]);
  return known;
}

/** The compiled resource as this user has it; suspends while its schema loads. */
export function useResourceModel(name: string): Resource {
  const { model, session } = useAdminRuntime();
  useSyncExternalStore(session.subscribe, session.info);
  const whole = model.loaded(name) ?? suspend(model.load(name));
  return readableTo(whole, session.can, session.info()?.fields) ?? suspend(loadReadable());
}
