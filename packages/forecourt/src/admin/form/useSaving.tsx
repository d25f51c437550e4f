import { useCallback, useRef, useState, type RefObject } from 'react';
import { useCreate, useDataProvider, useNotify, useTranslate, useUpdate, type RaRecord } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../model/index.ts';
import { useServerQuestion } from '../dialogs/ServerQuestion.tsx';
import type { Asked } from '../dialogs/ServerQuestionDialog.tsx';
import { TAKE_BACK_MS, TakeBackButton } from '../dialogs/TakeBackButton.tsx';
import { undoSave } from '../history/undoSave.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { refusalOf } from '../providers/refusal.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { toPayload } from './payload.ts';

/** The server said no for a reason that it names; anything else has a message of its own. */
const REFUSED = 400;

export interface Saving {
  /** Saves what a form holds; answers the field messages of a refusal for the form to show, undefined when all is well. */
  save(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown> | undefined>;
  readonly busy: boolean;
  /** What the form itself does with a saved record, before anybody else is told: nothing in it is typed any more. */
  readonly whenSaved: RefObject<((record: RaRecord) => void) | undefined>;
  /** Somebody else changed the record meanwhile (409). */
  readonly conflict: boolean;
  dismissConflict(): void;
  /** What the server asks before it saves this (`asks` of the hooks); undefined when nothing is asked. */
  readonly question: Asked | undefined;
}

interface SavingOptions {
  readonly model: Resource;
  /** The record as loaded; undefined for a new one. */
  readonly record?: RaRecord;
  /** Saves the fields of some groups only: as they are at the time of saving. */
  readonly groups?: () => readonly string[];
  readonly onSaved: (record: RaRecord) => void;
}

/** Pessimistic saving: the screen changes when the server has said yes. */
export function useSaving({ model, record, groups, onSaved }: SavingOptions): Saving {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider<AdminDataProvider>();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const { question, sending } = useServerQuestion();
  const whenSaved = useRef<(record: RaRecord) => void>(undefined);
  const [create, creating] = useCreate();
  const [update, updating] = useUpdate();

  const save = useCallback<Saving['save']>(
    async (values) => {
      const typed = toPayload(model, values, record, groups?.());
      const send = (data: Record<string, unknown>): Promise<RaRecord> =>
        record
          ? update(
              model.name,
              { id: record.id, data, previousData: record },
              { mutationMode: 'pessimistic', returnPromise: true },
            )
          : create(model.name, { data }, { returnPromise: true });
      try {
        // A field of that name is the record's own.
        const asks = !model.entity.byName.has('confirmed');
        const saved = await (asks ? sending((answer) => send({ ...typed, ...answer })) : send(typed));
        if (!saved) return {};
        whenSaved.current?.(saved);
        await queries.invalidateQueries({ queryKey: [model.name], refetchType: 'active' });
        onSaved(saved);
        const takeBack = record && (await undoSave(provider, model, saved));
        const done = translate(record ? 'admin.form.updated' : 'admin.form.created');
        notify(`${recordTitle(model, saved)} · ${done}`, {
          type: 'success',
          ...(takeBack && { autoHideDuration: TAKE_BACK_MS, action: <TakeBackButton run={takeBack} /> }),
        });
        return undefined;
      } catch (error) {
        const { message, status, errors } = refusalOf(error);
        if (status === 409) {
          setConflict(true);
          return {};
        }
        const refused = status === REFUSED;
        notify(refused ? 'admin.form.failed' : message || 'ra.notification.http_error', {
          type: 'error',
          ...(refused && { messageArgs: { message } }),
        });
        return errors;
      }
    },
    [model, record, groups, create, update, queries, notify, translate, provider, onSaved, sending],
  );
  return {
    save,
    whenSaved,
    busy: creating.isPending || updating.isPending,
    conflict,
    dismissConflict: () => setConflict(false),
    question,
  };
}
