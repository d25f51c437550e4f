import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslate, type Identifier, type RaRecord } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import { registeredComponent } from '../values/registry.ts';
import { useLabels } from '../values/labels.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { ServerQuestion } from '../dialogs/ServerQuestion.tsx';
import { TouchedByAction } from '../form/Touched.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { StartButton } from './StartButton.tsx';
import { StillOffered } from './StillOffered.tsx';
import { useAction } from './useAction.ts';

const OpenAction = lazy(() => import('./OpenAction.tsx'));
const AskDialog = lazy(() => import('./AskDialog.tsx'));
const BulkQuestion = lazy(() => import('./BulkQuestion.tsx'));
const SecretDialog = lazy(() => import('./SecretDialog.tsx'));

/**
 * What a component registered for an action receives. `Row`: what it reads of its record beside the id, which it says when it is registered (`reading`).
 *
 * @example
 * const ReturnButton = ({ record, onEnd }: ActionProps<{ readonly title: string }>) => (
 *   <button onClick={() => onEnd?.(true)}>{record?.title}</button>
 * );
 */
export interface ActionProps<Row = RaRecord> {
  readonly model: Resource;
  readonly action: Action;
  /** The row or record it acts on. */
  readonly record?: Row & { readonly id: Identifier };
  /** The selected rows of a bulk action. */
  readonly ids?: readonly Identifier[];
  readonly variant?: 'text' | 'outlined' | 'contained';
  /** Chosen from a menu already: no button, begin at once. */
  readonly started?: boolean;
  /** It is over: done, or else given up or refused. */
  readonly onEnd?: (done?: boolean) => void;
}

/** Asks (with or without fields) when the declaration says so, then runs. A registered component takes its place altogether. */
export function ActionButton(props: ActionProps) {
  const Custom = registeredComponent<ActionProps>(props.action.component);
  const Another = Custom ?? (props.action.opens && OpenAction);
  return Another ? (
    <Suspense fallback={null}>
      <Another {...props} />
    </Suspense>
  ) : (
    <DeclaredAction {...props} />
  );
}

function DeclaredAction({ model, action, record, ids, variant, started = false, onEnd }: ActionProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const asksFields = (action.ask ?? []).length > 0;
  const { busy, errors, refusal, secret, question, run } = useAction(model, action, {
    ...{ id: record?.id, ids, quiet: asksFields },
    // A field of that name is the record's own; of several rows each would have a question.
    asked: !ids && !model.entity.byName.has('confirmed'),
  });
  const asks = asksFields || action.confirm === true;
  const [asking, setAsking] = useState(started && asks);
  const verb = labels.action(action.name);

  const end = (done: boolean) => {
    setAsking(false);
    onEnd?.(done);
  };
  const done = () => end(true);
  const givenUp = () => end(false);
  const begun = useRef(false);
  useEffect(() => {
    if (!started || asks || begun.current) return;
    begun.current = true;
    void run().then(onEnd);
  }, [started, asks, run, onEnd]);

  const start = () => {
    if (asks) setAsking(true);
    else void run().then(onEnd);
  };

  const ask = (about: RaRecord | undefined) => (
    <Suspense fallback={null}>
      <AskDialog
        model={model}
        action={action}
        record={about}
        busy={busy}
        errors={errors}
        refusal={refusal}
        // Where something was typed a refusal is read, and put right, above it; a bare question is over.
        onConfirm={run}
        onDone={done}
        onClose={givenUp}
      />
    </Suspense>
  );
  return (
    <>
      {!started && (
        <StartButton model={model} action={action} variant={variant} onStart={start} busy={busy && !asking} />
      )}
      {asking && ids && (
        <Suspense fallback={null}>
          <BulkQuestion model={model} action={action} ids={ids} onDone={done} onClose={givenUp} />
        </Suspense>
      )}
      {asking && !ids && asksFields && (
        <Suspense fallback={null}>
          {record ? (
            <StillOffered model={model} action={action} record={record} onClose={givenUp}>
              {ask}
            </StillOffered>
          ) : (
            ask(undefined)
          )}
        </Suspense>
      )}
      {asking && !ids && !asksFields && (
        <ConfirmDialog
          open
          title={translate(`resources.${model.name}.confirm.${action.name}`, {
            _: translate('admin.action.confirm'),
          })}
          verb={verb}
          danger={action.danger}
          busy={busy}
          onConfirm={() => void run().then(end)}
          onClose={givenUp}
        >
          {record && <RecordFacts model={model} record={record} />}
          {record && <TouchedByAction model={model} action={action.name} id={record.id} />}
        </ConfirmDialog>
      )}
      {secret && (
        <Suspense fallback={null}>
          <SecretDialog title={verb} secret={secret} />
        </Suspense>
      )}
      <ServerQuestion question={question} />
    </>
  );
}
