import { use, useMemo } from 'react';
import { useRecordContext, type Validator } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { holds, permissionKey, readsOf, type Field, type Resource } from '../../model/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';
import { ClosedForm } from '../inputs/index.ts';
import { isLocked } from './payload.ts';
import { validatorsOf } from './validators.ts';

interface FieldRules {
  readonly shown: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
  readonly validate: Validator[];
}

/**
 * Whether a field is shown, enabled and required for the record as it stands. Only the fields its conditions read are watched:
 * a keystroke elsewhere evaluates nothing.
 */
export function useFieldRules(model: Resource, field: Field): FieldRules {
  const { session } = useAdminRuntime();
  const { control, getValues } = useFormContext();
  const record = useRecordContext();
  const labels = useLabels(model.name);
  const closed = use(ClosedForm);
  const reads = useMemo(() => [...new Set([field.show, field.edit, field.require].flatMap(readsOf))], [field]);
  useWatch({ control, name: reads as never[], disabled: reads.length === 0 });

  const values = { ...record, ...(getValues() as Record<string, unknown>) };
  const allowed = (word: string | undefined): boolean =>
    word === undefined || session.can(permissionKey(model.permission.base, word));
  const shown = holds(field.show, values) && allowed(field.access?.read);
  const required =
    shown &&
    ((field.required && !(record && field.writeOnly)) || (field.require !== undefined && holds(field.require, values)));
  const validate = useMemo(() => validatorsOf(field, required, labels.field), [field, required, labels]);
  const disabled = closed || isLocked(field, values, record) || !allowed(field.access?.write);
  return { shown, required, disabled, validate };
}
