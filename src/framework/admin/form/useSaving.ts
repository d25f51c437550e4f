import { useCallback, useState } from 'react';
import { HttpError, useCreate, useNotify, useUpdate, type RaRecord } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../model/index.ts';
import { toPayload } from './payload.ts';

/** The server said no for a reason that it names; anything else has a message of its own. */
const REFUSED = 400;

export interface Saving {
  /** Saves what a form holds; answers the field messages of a refusal for the form to show, undefined when all is well. */
  save(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown> | undefined>;
  readonly busy: boolean;
  /** Somebody else changed the record meanwhile (409). */
  readonly conflict: boolean;
  dismissConflict(): void;
}

export interface SavingOptions {
  readonly model: Resource;
  /** The record as loaded; undefined for a new one. */
  readonly record?: RaRecord;
  /** Saves one step's fields only. */
  readonly group?: string;
  readonly onSaved: (record: RaRecord) => void;
}

/** Pessimistic saving: the screen changes when the server has said yes. */
export function useSaving({ model, record, group, onSaved }: SavingOptions): Saving {
  const notify = useNotify();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const [create, creating] = useCreate();
  const [update, updating] = useUpdate();

  const save = useCallback<Saving['save']>(
    async (values) => {
      const data = toPayload(model, values, record, group);
      try {
        const saved: RaRecord = record
          ? await update(
              model.name,
              { id: record.id, data, previousData: record },
              { mutationMode: 'pessimistic', returnPromise: true },
            )
          : await create(model.name, { data }, { returnPromise: true });
        await queries.invalidateQueries({ queryKey: [model.name], refetchType: 'active' });
        notify(record ? 'admin.form.updated' : 'admin.form.created', { type: 'success' });
        onSaved(saved);
        return undefined;
      } catch (error) {
        if (error instanceof HttpError && error.status === 409) {
          setConflict(true);
          return {};
        }
        const errors =
          error instanceof HttpError
            ? (error.body as { errors?: Record<string, unknown> } | undefined)?.errors
            : undefined;
        const { message } = error as Error;
        const refused = error instanceof HttpError && error.status === REFUSED;
        notify(refused ? 'admin.form.failed' : message || 'ra.notification.http_error', {
          type: 'error',
          ...(refused && { messageArgs: { message } }),
        });
        return errors ?? {};
      }
    },
    [model, record, group, create, update, queries, notify, onSaved],
  );
  return { save, busy: creating.isPending || updating.isPending, conflict, dismissConflict: () => setConflict(false) };
}
