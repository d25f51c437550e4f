import { useCallback, useState } from 'react';
import { HttpError, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import {
  recordTitle,
  refusalOf,
  TAKE_BACK_MS,
  TakeBackButton,
  type AdminDataProvider,
  type Refusal,
} from 'forecourt/admin';
import type { StepProps } from './dialogAction.tsx';

/** Asked after the step is done: how it is taken back, which answers what is said then; undefined where it cannot be. */
export type TakeBack = (before: StepProps['record']) => Promise<(() => Promise<string>) | undefined>;

export interface Step {
  readonly busy: boolean;
  /** Sends the step; answers why it was refused, undefined when it was done. The same body sent again after a timeout is done once. */
  run(body: Readonly<Record<string, unknown>>): Promise<Refusal | undefined>;
}

/** One step of an order's life: busy while it runs, a toast that names the record when it is done, everything on screen read again. */
export function useStep(
  { model, action, record }: Pick<StepProps, 'model' | 'action' | 'record'>,
  onDone?: (data: unknown) => void,
  takeBack?: TakeBack,
): Step {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const translate = useTranslate();
  const name = recordTitle(model, record);
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const run = useCallback<Step['run']>(
    async (body) => {
      setBusy(true);
      try {
        const { data, message } = await provider.action(model.name, action.name, body);
        const said = message || translate('admin.action.done');
        const undo = await takeBack?.(record).catch(() => undefined);
        notify(translate('rental.steps.done', { name, message: said }), {
          type: 'success',
          ...(undo && { autoHideDuration: TAKE_BACK_MS, action: <TakeBackButton run={undo} /> }),
        });
        refresh();
        onDone?.(data);
        return undefined;
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        // Somebody was quicker: show what is true now.
        if (error.status === 409) refresh();
        return refusalOf(error);
      } finally {
        setBusy(false);
      }
    },
    [provider, notify, translate, refresh, onDone, takeBack, record, model.name, action.name, name],
  );
  return { busy, run };
}
