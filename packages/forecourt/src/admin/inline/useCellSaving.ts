import { useState } from 'react';
import { useDataProvider, useTranslate, type RaRecord } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { Field, Resource } from '../../model/index.ts';
import { emptyOf } from '../form/payload.ts';
import { refusalOf } from '../providers/refusal.ts';
import { isBlank } from '../values/format.ts';

interface CellSaving {
  /** Answers the message of the field for the form to show; undefined when it is saved. */
  save(value: unknown): Promise<Record<string, unknown> | undefined>;
  readonly busy: boolean;
  /** A refusal that names no field. */
  readonly problem?: string;
  /** The record as somebody else left it meanwhile; saving again replaces their value. */
  readonly theirs?: RaRecord;
}

/** Saves one value through the generic save, guarded by the `updateTime` that the list answered. */
export function useCellSaving(model: Resource, field: Field, record: RaRecord, onSaved: () => void): CellSaving {
  const provider = useDataProvider();
  const queries = useQueryClient();
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<RaRecord>();
  const reload = () => queries.invalidateQueries({ queryKey: [model.name], refetchType: 'active' });

  const save: CellSaving['save'] = async (value) => {
    const base = theirs ?? record;
    if (!theirs && (value === record[field.name] || (isBlank(value) && isBlank(record[field.name])))) {
      onSaved();
      return undefined;
    }
    setBusy(true);
    setProblem(undefined);
    const data = {
      id: record.id,
      updateTime: base['updateTime'] as unknown,
      [field.name]: isBlank(value) ? emptyOf(field) : value,
    };
    try {
      await provider.update(model.name, { id: record.id, data, previousData: base });
      await reload();
      onSaved();
      return undefined;
    } catch (error) {
      const { message, status, errors } = refusalOf(error);
      if (status === 409) {
        const { data: now } = await provider.getOne(model.name, { id: record.id }).catch(() => ({ data: undefined }));
        setTheirs(now as RaRecord | undefined);
        void reload();
      }
      if (errors[field.name] === undefined) setProblem(translate(message, { _: message }));
      return errors[field.name] === undefined ? {} : { [field.name]: errors[field.name] };
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, problem, theirs };
}
