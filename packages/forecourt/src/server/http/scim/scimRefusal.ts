import { Refusal } from '../../errors.ts';
import type { Failure } from '../failures.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A refusal in the words of the protocol, which are English. The operation log says only that something was wrong: the words may name people. */
export class ScimRefusal extends Refusal {
  readonly detail: string;
  readonly scimType: string | undefined;

  constructor(status: number, scimType: string | undefined, detail: string) {
    super(status === 412 ? 'msg.conflict' : 'msg.parameterError', { code: status, http: status });
    this.name = 'ScimRefusal';
    this.detail = detail;
    this.scimType = scimType;
  }
}

type ProtocolError = Error & { readonly status: number; readonly scimType: string };

/** The library names its errors, and does not hand out what they are made by. */
const isProtocolError = (error: unknown): error is ProtocolError =>
  error instanceof Error && error.name === 'SCIMError' && 'status' in error;

/** Answers what reads an input by the protocol's schemas, and refuses what they do not take. */
export async function judged<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isProtocolError(error)) throw new ScimRefusal(error.status, error.scimType, error.message);
    if (error instanceof TypeError) throw new ScimRefusal(400, 'invalidValue', error.message);
    throw error;
  }
}

/** Refusals of what the service account itself may not give or take. */
const NOT_HELD: ReadonlySet<string> = new Set(['msg.role.notHeld', 'msg.user.scopeNotHeld']);
/** Refusals of what stays as it is, whoever asks. */
const FIXED: ReadonlySet<string> = new Set([
  'msg.user.lastSuper',
  'msg.user.self',
  'msg.oidc.emergency',
  'msg.role.lastSuper',
]);
/** Refusals of a value that another record has. */
const TAKEN = /(Exists|IsPhone|IsName)$|^msg\.duplicate$/;

interface Kind {
  readonly status: number;
  readonly scimType?: string;
}

function kindOf({ key, fields, code, http }: Refusal): Kind {
  const keys = [key, ...Object.values(fields ?? {}).map((text) => (typeof text === 'string' ? text : text[0]))];
  if (keys.some((one) => NOT_HELD.has(one))) return { status: 403 };
  if (keys.some((one) => FIXED.has(one))) return { status: 400, scimType: 'mutability' };
  if (keys.some((one) => TAKEN.test(one))) return { status: 409, scimType: 'uniqueness' };
  // Asked for by screens only: here the key itself is the proof.
  if (http === 428) return { status: 403 };
  if (http >= 400) return { status: http };
  if (code === 404 || code === 409) return { status: code };
  if (key === 'msg.role.inUse' || key === 'msg.inUse') return { status: 409 };
  return { status: 400, scimType: 'invalidValue' };
}

/** The error of the protocol for what was thrown, and the status that carries it. */
export function scimError(
  thrown: unknown,
  { http, body }: Failure,
): { readonly status: number; readonly body: Readonly<Record<string, unknown>> } {
  const of = (status: number, scimType: string | undefined, detail: string) => ({
    status,
    body: { schemas: [ERROR], status: String(status), ...(scimType !== undefined && { scimType }), detail },
  });
  if (thrown instanceof ScimRefusal) return of(thrown.http, thrown.scimType, thrown.detail);
  if (!(thrown instanceof Refusal)) return of(http >= 400 ? http : body.statusCode, undefined, body.message);
  const { status, scimType } = kindOf(thrown);
  const fields = Object.values((body.data?.['errors'] ?? {}) as Readonly<Record<string, string>>);
  return of(status, scimType, [body.message, ...fields].join(' '));
}
