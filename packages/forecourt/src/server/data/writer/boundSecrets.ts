import type { Entity, Field } from '../../../model/index.ts';
import type { Row } from '../../contract.ts';
import type { FieldErrors } from '../../errors.ts';
import { toWire } from '../kinds/index.ts';
import { judgedFields } from './judgedFields.ts';

/** What stands for a stored secret in an answer. A save that sends it back keeps the secret. */
export const STORED_SECRET = '******';

export const boundTo = (field: Field): readonly string[] => field.schema['x-bound-to'] ?? [];

/** Whether a save without the secret changes something that the secret is bound to. */
export const leavesSecret = (field: Field, sent: (name: string) => boolean): boolean =>
  field.widget === 'secret' && !sent(field.name) && boundTo(field).some(sent);

/**
 * Refuses, at the secret, to move what a stored secret is bound to while the secret stays. `merged` is the record as it will be, in wire form.
 * A new secret, or one that goes with its hidden property, may be saved.
 */
export function checkBoundSecrets(
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
  stored: Row,
  zone: string,
  errors: Record<string, FieldErrors[string]>,
): void {
  for (const secret of judgedFields(entity).secrets) {
    if (secret.name in given || (stored[secret.name] ?? null) === null) continue;
    const moved = boundTo(secret).some((name) => {
      const before = toWire(entity.byName.get(name)!, stored[name], zone) ?? null;
      return JSON.stringify(merged[name] ?? null) !== JSON.stringify(before);
    });
    if (moved) errors[secret.name] = 'msg.secretMoved';
  }
}
