import type { FieldErrors } from '../../errors.ts';
import type { Row } from '../../contract.ts';

export type Issue = FieldErrors[string];

/** A row on its way through the checks. */
export interface Draft {
  readonly row: number;
  /** The save it will be: wire form by property. `id` once the row is known to change a record. */
  readonly input: Record<string, unknown>;
  /** By property; `''` for what concerns the row as a whole. */
  readonly errors: Record<string, Issue>;
  /** What the record will be, in storage form: found by the checks. */
  values?: Row;
  stored?: Row & { id: number };
  /** Nothing would change. */
  unchanged?: boolean;
}

export const isValid = (draft: Draft): boolean => Object.keys(draft.errors).length === 0;
