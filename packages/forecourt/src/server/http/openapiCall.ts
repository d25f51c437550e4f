import { list, object } from '../../calls/index.ts';
import type { Json } from './openapiParts.ts';

/** What the description says of a call that every application has. */
export interface OwnCall {
  readonly summary: string;
  /** Answers without a session. */
  readonly open?: true;
  /** Properties of the body; all are required. */
  readonly input?: Readonly<Record<string, Json>>;
  /** Further ones, which are not. */
  readonly mayHave?: Readonly<Record<string, Json>>;
  /** Its body comes as a form, not as JSON. */
  readonly form?: true;
  /** Takes one file, as a form sends it. */
  readonly upload?: true;
  readonly query?: Readonly<Record<string, Json>>;
  /** Of the query, what may be left out. */
  readonly optional?: readonly string[];
  readonly answer: Json;
  /** Answers without the envelope. */
  readonly plain?: true;
  /** Also as server-sent events, until who asked goes away. */
  readonly stream?: true;
  /** About the session itself: no API key is enough. */
  readonly sessionOnly?: true;
  /** Needs a recent proof of the password. */
  readonly proof?: true;
  /** Carries an ETag, and answers who has it already with nothing. */
  readonly cached?: true;
}

export const OBJECT = { type: 'object' };
export const FLAG = { type: 'boolean' };
export const objects = (properties: Readonly<Record<string, Json>>): Json => list(object(properties));

/** By method and path. */
export type OwnCalls = Readonly<Record<string, OwnCall>>;
