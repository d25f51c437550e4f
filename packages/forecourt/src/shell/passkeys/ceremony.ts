import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { refusalOf, type useAdminRuntime } from '../../admin/index.ts';

type Http = ReturnType<typeof useAdminRuntime>['http'];

/** Whether this page is one for which passkeys are made, in a browser that has them. */
export const hasPasskeysHere = (origin: string | null | undefined): boolean =>
  origin === window.location.origin && typeof window.PublicKeyCredential === 'function';

/** Why the browser gave none, as a key. */
class NoPasskey extends Error {}

/** The user turned away, the time was over, or there was none. */
const cancelled = (error: unknown): never => {
  const exists = error instanceof Error && error.name === 'InvalidStateError';
  throw new NoPasskey(exists ? 'shell.secondStep.passkey.exists' : 'shell.secondStep.passkey.cancelled');
};

const post = async <T>(http: Http, path: string, body: object): Promise<T> =>
  (await http<T>(path, { method: 'POST', body, creates: false })).data;

/** Has the browser show a passkey, and answers what the server says to it. The library loads with the first one. */
export async function showPasskey<T>(http: Http, begin: string, finish: string, more: object = {}): Promise<T> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>(http, begin, more);
  const response = await startAuthentication({ optionsJSON }).catch(cancelled);
  return post<T>(http, finish, { ...more, response });
}

/** Has the browser make a passkey of this name, and answers what the server says to it. */
export async function makePasskey<T>(
  http: Http,
  begin: string,
  finish: string,
  { name, ...more }: { readonly name: string; readonly ticket?: string },
): Promise<T> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>(http, begin, more);
  const response = await startRegistration({ optionsJSON }).catch(cancelled);
  return post<T>(http, finish, { ...more, name, response });
}

/** What is said when it came to nothing: a key, or a message of the server. */
export const passkeyProblem = (error: unknown): string =>
  error instanceof NoPasskey ? error.message : refusalOf(error).message;
