import { HttpError } from 'react-admin';

/** Why a call was not done. */
export interface Refusal {
  /** The server's words, or the key of a failure without an answer. */
  readonly message: string;
  /** Of the answer; undefined of what is no answer. */
  readonly status: number | undefined;
  /** Messages by field; empty where none is to blame. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What is to be shown of a call that failed, whatever it was that was thrown. */
export function refusalOf(error: unknown): Refusal {
  const { message } = error as Error;
  if (!(error instanceof HttpError)) return { message, status: undefined, errors: {} };
  const { errors = {} } = (error.body ?? {}) as Partial<Refusal>;
  return { message, status: error.status, errors };
}
