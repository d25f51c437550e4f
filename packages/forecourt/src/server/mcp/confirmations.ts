import { createHash } from 'node:crypto';
import { SecretLost, type SecretBox } from '../secrets/index.ts';

const PURPOSE = 'mcp-confirm';
const MINUTES = 10;

/** What was rehearsed: by which key, with which tool and arguments. */
export interface Rehearsed {
  readonly key: number;
  readonly tool: string;
  readonly input: unknown;
}

/** The same text whatever the order of properties. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`;
}

const digest = ({ key, tool, input }: Rehearsed): string =>
  createHash('sha256')
    .update(canonical([key, tool, input]))
    .digest('base64url');

/** Values that say: this call, with these arguments, was rehearsed by this key a moment ago. Nobody can make one himself. */
export interface Confirmations {
  give(rehearsed: Rehearsed, now: number): string;
  holds(confirm: string, rehearsed: Rehearsed, now: number): boolean;
  /** The idempotency key of what is confirmed: one confirmation does one thing once. */
  once(confirm: string): string;
}

export const createConfirmations = (secrets: SecretBox): Confirmations => ({
  give: (rehearsed, now) => secrets.seal(`${now + MINUTES * 60_000} ${digest(rehearsed)}`, PURPOSE),
  holds(confirm, rehearsed, now) {
    try {
      const [until, of] = secrets.open(confirm, PURPOSE).split(' ');
      return Number(until) > now && of === digest(rehearsed);
    } catch (error) {
      if (error instanceof SecretLost) return false;
      throw error;
    }
  },
  once: (confirm) => `mcp-${createHash('sha256').update(confirm).digest('base64url')}`,
});
