import { useCallback, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, useTranslate, type Identifier } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import type { AdminDataProvider, RowFailure } from '../providers/dataProvider.ts';
import { useServerQuestion } from '../dialogs/ServerQuestion.tsx';
import type { Asked } from '../dialogs/ServerQuestionDialog.tsx';
import { refusalOf } from '../providers/refusal.ts';
import { useLabels } from '../values/labels.ts';

/** A secret on screen. */
export interface Told {
  readonly text: string;
  /** It was copied: the action goes on to its end. */
  putAway(): void;
}

interface RunningAction {
  readonly busy: boolean;
  /** Messages of a refusal by field, for the ask-dialog. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was refused last, in the server's words or as a key. */
  readonly refusal: string | undefined;
  /** What the answer tells once (`secret` of the action), until it is put away. */
  readonly secret: Told | undefined;
  /** What the server asks before it does this; only where the target says that questions are shown. */
  readonly question: Asked | undefined;
  /** Runs the action and says how it ended; true when it was done. */
  run(payload?: Readonly<Record<string, unknown>>): Promise<boolean>;
}

/**
 * Runs a declared action: busy while it runs, a toast at the end unless a dialog shows refusals itself (`quiet`), everything on screen fetched again.
 * With `asked` the caller shows what the server asks first (`ServerQuestion`).
 */
export function useAction(
  model: Resource,
  action: Action,
  target: {
    id?: Identifier;
    ids?: readonly Identifier[];
    quiet?: boolean;
    asked?: boolean;
    /** What a row is called, where the server does not say it of one that was refused. */
    nameOf?: (id: Identifier) => string | undefined;
  } = {},
): RunningAction {
  const provider = useDataProvider<AdminDataProvider>();
  const labels = useLabels(model.name);
  const notify = useNotify();
  const translate = useTranslate();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | undefined>();
  const { id, ids, quiet = false, asked = false, nameOf } = target;
  const { question, sending } = useServerQuestion();
  const [secret, setSecret] = useState<Told | undefined>();

  const run = useCallback(
    async (payload: Readonly<Record<string, unknown>> = {}) => {
      setBusy(true);
      setErrors({});
      setRefusal(undefined);
      try {
        const send = (answer: object) =>
          provider.action<{ failures?: readonly RowFailure[] } | null>(model.name, action.name, {
            ...(id === undefined ? {} : { id }),
            ...(ids ? { ids } : {}),
            ...payload,
            ...answer,
          });
        const done = await (asked ? sending(send) : send({}));
        if (!done) return false;
        const { data, message } = done;
        const failures = data?.failures ?? [];
        if (failures.length === 0) notify(message || 'admin.action.done', { type: 'success' });
        else {
          const nameAt = ({ id: row, name }: RowFailure) => name ?? nameOf?.(row) ?? `#${row}`;
          const names = failures
            .map((one) => `${nameAt(one)}: ${translate(one.message, { _: one.message })}`)
            .join('\n');
          const done = (ids?.length ?? failures.length) - failures.length;
          // Who was left out must be read, however long that takes.
          const options = { type: 'warning', multiLine: true, autoHideDuration: null } as const;
          notify('admin.action.partly', { ...options, messageArgs: { done, smart_count: failures.length, names } });
        }
        const told = action.secret && (data as Readonly<Record<string, unknown>> | null)?.[action.secret];
        if (typeof told === 'string') await new Promise<void>((resolve) => setSecret({ text: told, putAway: resolve }));
        setSecret(undefined);
        refresh();
        return true;
      } catch (error) {
        const refused = refusalOf(error);
        setErrors(refused.errors);
        setRefusal(refused.message);
        if (!quiet) {
          // No field is on screen that could say it: "Reason: Required", below what the whole is refused with, which may say it already.
          const unsaid = Object.entries(refused.errors).filter(([, text]) => !refused.message.includes(text));
          const lines = [refused.message, ...unsaid.map(([name, text]) => `${labels.field(name)}: ${text}`)];
          notify(lines.join('\n'), { type: 'error', multiLine: lines.length > 1 });
        }
        // Somebody was quicker: show what is true now.
        if (refused.status === 409) refresh();
        return false;
      } finally {
        setBusy(false);
      }
    },
    [provider, labels, notify, translate, refresh, model.name, action, id, ids, quiet, asked, nameOf, sending],
  );
  return { busy, errors, refusal, secret, question, run };
}
