/** Field name → message key, or [key, params]. */
export type FieldErrors = Record<string, string | readonly [string, Record<string, unknown>]>;

/**
 * A refusal that the user sees. `key` is looked up in the language of the request; `code` is the envelope's statusCode
 * and `http` the status of the answer (D-API-01). Nothing else of it leaves the server.
 *
 * @example
 * const isRefused = (error: unknown): boolean => error instanceof Refusal && error.key === 'msg.inUse';
 */
export class Refusal extends Error {
  readonly key: string;
  readonly params: Record<string, unknown>;
  readonly code: number;
  readonly http: number;
  readonly fields: FieldErrors | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(
    key: string,
    options: {
      params?: Record<string, unknown>;
      code?: number;
      http?: number;
      fields?: FieldErrors;
      data?: Record<string, unknown>;
    } = {},
  ) {
    super(key);
    this.name = 'Refusal';
    this.key = key;
    this.params = options.params ?? {};
    this.code = options.code ?? 400;
    this.http = options.http ?? 200;
    this.fields = options.fields;
    this.data = options.data;
  }
}

/**
 * A business refusal: HTTP 200, statusCode 400.
 *
 * @example
 * const lendAgain = (titles: number): void => {
 *   if (titles > 5) throw refuse('loan.refusal.tooMany', { count: titles });
 * };
 */
export const refuse = (key: string, params?: Record<string, unknown>): Refusal => new Refusal(key, { params });

/** A record stays because `count` records of another resource refer to it: one is named as one, several as their list is called. */
export const refuseInUse = (resource: string, count: number, t?: (key: string) => string): Refusal =>
  refuse('msg.inUse', {
    count,
    resource: t?.(`resources.${resource}.${count === 1 ? 'name' : 'title'}`) ?? resource,
  });

/**
 * Bad input at named fields: HTTP 200, statusCode 400, `data.errors`.
 *
 * @example
 * if (new Date().getHours() > 18) throw refuseFields({ returnedAt: 'msg.tooLate' });
 */
export const refuseFields = (fields: FieldErrors): Refusal => new Refusal('msg.parameterError', { fields });

/** Unknown, or out of the actor's scope: the two are not told apart (D-PERM-07). */
export const notFound = (key = 'msg.notFound'): Refusal => new Refusal(key, { code: 404 });

/** Changed by somebody else since it was read (D-API-05). */
export const conflict = (key = 'msg.conflict'): Refusal => new Refusal(key, { code: 409 });

/** Nobody is signed in: HTTP 401. */
export const unauthorized = (): Refusal => new Refusal('msg.unauthorized', { code: 401, http: 401 });
/** The user lacks the permission: HTTP 403. */
export const forbidden = (key = 'msg.forbidden.text'): Refusal => new Refusal(key, { code: 403, http: 403 });
/** The call needs a recent proof of the password (`POST /admin/user/prove`): HTTP 428, and nothing else is. */
export const proofNeeded = (): Refusal => new Refusal('msg.proof.needed', { code: 428, http: 428 });
/** The server cannot answer now: HTTP 503. The caller may try again. */
export const unavailable = (): Refusal => new Refusal('msg.unavailable', { code: 503, http: 503 });

/** The database was brought up to a newer version than this server is of, for which the call does not fit. Another server, or this one after its upgrade, does it. */
export const newerVersion = (): Refusal => new Refusal('msg.newerVersion', { code: 503, http: 503 });

/** The record holds something that only a newer version than this server knows: it stays as it is. */
export const newerRecord = (): Refusal => new Refusal('msg.newerRecord', { code: 503, http: 503 });
