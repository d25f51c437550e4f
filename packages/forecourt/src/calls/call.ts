import type { Schema, TypeOf } from './schema.ts';

/** HTTP methods that calls use. What changes something is a POST or a DELETE. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** What both sides know of one call that is not generic. The server adds how it is done (`defineCommand`); pages need its types only. */
export interface Call<
  M extends Method = Method,
  P extends string = string,
  I extends Schema = Schema,
  A extends Schema = Schema,
> {
  readonly method: M;
  /** Below /api, parameters in braces: `/order/info/{id}`. */
  readonly path: P;
  /** For developers: what it does, in a few words of English. */
  readonly summary: string;
  /**
   * A key, several keys (any of them), `session` (any signed-in user), `public`, or `signed`: another system, which signs what it sends with a secret
   * (`Handler.sender`); its input is not kept in the operation log. There is no default.
   */
  readonly permission: string | readonly string[];
  /**
   * Needs a recent proof: the password of the session was checked within the last ten minutes. Else HTTP 428, on which the client asks for the
   * password and repeats the call.
   */
  readonly proof?: boolean;
  /** JSON Schema of path parameters, query and body taken together. Unknown properties are refused. */
  readonly input: I;
  /** What the description for developers says instead, where the command itself checks more than `input` does. */
  readonly described?: Schema;
  /** JSON Schema of `data`; tests hold every answer against it. */
  readonly answer: A;
  /** Module and record that the operation log names; changing calls must say it. Of a reading call: whoever reads is on record. */
  readonly log?: {
    readonly module: string;
    readonly action: string;
    readonly object?: keyof TypeOf<I> & string;
    /** The entity that `id` and `ids` of the input name, where it is not that of the module. */
    readonly names?: string;
  };
  /** Message key of the success text; default msg.ok. */
  readonly success?: string;
  /** A POST that changes nothing: its input does not fit an address (a half-filled form to be priced). It is not logged. */
  readonly reads?: boolean;
  /** The answer holds a key or a password: nothing keeps it, so that a call that comes again with its idempotency key is refused as already done. */
  readonly secretAnswer?: boolean;
  /** Calls a minute at most, per user or, without a session, per address; more answer HTTP 429 (D-SEC-03). */
  readonly perMinute?: number;
}

/**
 * A call as a declaration keeps it: method and path literally, input and answer by their types.
 *
 * @example
 * export const lend = defineCall({
 *   method: 'POST',
 *   path: '/loan/lend',
 *   summary: 'Lends a book',
 *   permission: 'loan-add',
 *   input: object({ bookId: ID, days: INTEGER }),
 *   answer: object({ id: ID }),
 *   log: { module: 'loan', action: 'lend' },
 * });
 */
export const defineCall = <const M extends Method, const P extends string, I extends Schema, A extends Schema>(
  call: Call<M, P, I, A>,
): Call<M, P, I, A> => call;

/** What a page sends and gets. */
export interface Exchange {
  readonly input: unknown;
  readonly answer: unknown;
}

/** Calls by method and path (`GET /order/log/{id}`), as a client asks for them. */
export type CallTable<Calls> = {
  readonly [
    Name in keyof Calls as Calls[Name] extends Call<infer M, infer P, Schema, Schema> ? `${M} ${P}` : never
  ]: Calls[Name] extends { readonly input: infer I; readonly answer: infer A }
    ? { readonly input: TypeOf<I>; readonly answer: TypeOf<A> }
    : never;
};
