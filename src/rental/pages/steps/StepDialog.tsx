import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Alert, DialogContent, Skeleton, Typography, useMediaQuery, type Theme } from '@mui/material';
import { Form, useTranslate } from 'react-admin';
import { LinkedText, QuestionButtons, QuestionDialog, TypedWork, useLabels, useLeaveTyped } from 'forecourt/admin';
import { messageKey } from '../../rules/index.ts';
import type { StepProps } from './dialogAction.tsx';
import { JudgedAgain, NO_RULES, Privacy, Rules, type StepRules, type StepValues } from './StepField.tsx';
import { useStep, type TakeBack } from './useStep.tsx';

/** What was typed before is put back into a form that has its values already. */
const KEEP_TYPED = { keepDirtyValues: true } as const;

/** Which order this is about: in a queue of twenty the number alone is not enough. */
function About({ facts }: { facts: readonly unknown[] }) {
  const known = facts.filter(Boolean).map(String);
  if (known.length === 0) return null;
  return (
    <Typography color="text.secondary" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
      {known.join(' · ')}
    </Typography>
  );
}

/** The first field has the cursor; a phone would cover half the dialog with its keyboard. */
function FocusFirst({ within }: { within: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    const content = within.current;
    if (!content || content.contains(document.activeElement) || window.matchMedia('(pointer: coarse)').matches) return;
    content.querySelector<HTMLElement>('input:not([type=hidden]):not([disabled]):not([type=radio]), textarea')?.focus();
  }, [within]);
  return null;
}

const CLOSE_TITLE = { '& .MuiDialogTitle-root': { pb: 1 } } as const;

/** On a phone the targets of the form grow to a thumb's, as those at its foot do everywhere. */
const ON_A_PHONE = {
  ...CLOSE_TITLE,
  '& .MuiButton-root': { minHeight: 48, flex: 1 },
  '& .MuiOutlinedInput-root, & .MuiFormControlLabel-root': { minHeight: 48 },
} as const;

interface StepDialogProps {
  readonly step: StepProps;
  /** Values the form begins with; later ones of the same dialog are ignored. */
  readonly initial?: StepValues;
  readonly rules?: StepRules;
  readonly body: (values: StepValues) => Readonly<Record<string, unknown>>;
  /** The form's name of a field that the call names otherwise. */
  readonly fieldOf?: (name: string) => string;
  /** Nothing may be sent now: a preview says no, or is not here yet. */
  readonly blocked?: boolean;
  /** What it is about, where that is no order. */
  readonly about?: string;
  /** What the button says, where the action is called by what it opens. */
  readonly verb?: string;
  /** Receives the answer of a step that goes on; without it the dialog closes. */
  readonly onDone?: (data: unknown) => void;
  /** How the step is taken back from its message. */
  readonly takeBack?: TakeBack;
  readonly children: ReactNode;
}

/**
 * The frame of every dialog of the order desk: what it is about, the form, rules while typing, the server's refusal at its field or
 * above the form, the verb on the button. Esc asks before typed work is lost.
 */
export function StepDialog({
  step,
  initial = {},
  rules = NO_RULES,
  body,
  fieldOf = (name) => name,
  blocked = false,
  about,
  verb: said,
  onDone,
  takeBack,
  children,
}: StepDialogProps) {
  const { model, action, record, onClose } = step;
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { busy, run } = useStep(step, onDone, takeBack);
  const [defaults] = useState(initial);
  const [empty] = useState({});
  const content = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string | undefined>();
  const { leave, giveUp, question, onTyped } = useLeaveTyped(onClose);
  const secret = useRef(new Set<string>());
  const noteSecret = useCallback((name: string) => void secret.current.add(name), []);
  const mayKeep = useCallback((name: string) => !secret.current.has(name), []);
  const called = labels.action(action.name);
  const verb = said ?? called;

  const submit = async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    if (blocked) return undefined;
    const general = rules(values).find((one) => one.field === undefined);
    setRefusal(general && translate(messageKey(general.code), general.params));
    if (general) return undefined;
    const refused = await run(body(values));
    if (!refused) {
      giveUp();
      if (!onDone) onClose();
      return undefined;
    }
    // What stands at a field is not said a second time above it.
    const errors = Object.fromEntries(Object.entries(refused.errors).map(([name, text]) => [fieldOf(name), text]));
    const atField = Object.keys(errors).some((name) => name in values);
    setRefusal(atField ? undefined : translate(refused.message, { _: refused.message }));
    return errors;
  };

  return (
    <QuestionDialog title={called} busy={busy} onClose={leave} paper={phone ? ON_A_PHONE : CLOSE_TITLE}>
      <Rules value={rules}>
        <Form
          record={empty}
          defaultValues={defaults}
          resource={model.name}
          onSubmit={submit as never}
          resetOptions={KEEP_TYPED}
          noValidate
          disableInvalidFormNotification
        >
          <DialogContent
            ref={content}
            sx={{
              display: 'grid',
              gap: 2,
              alignContent: 'start',
              pt: 0,
              maxHeight: { sm: 'calc(100dvh - 200px)' },
              overflowY: 'auto',
            }}
          >
            <About facts={about === undefined ? [record['orderNo'], record['renterName'], record['plate']] : [about]} />
            {refusal && (
              <Alert severity="error">
                <LinkedText text={refusal} />
              </Alert>
            )}
            <Suspense fallback={<Skeleton variant="rounded" height={160} />}>
              <Privacy value={noteSecret}>{children}</Privacy>
              <FocusFirst within={content} />
            </Suspense>
          </DialogContent>
          <QuestionButtons verb={verb} danger={action.danger} busy={busy} disabled={blocked} onBack={leave} />
          <TypedWork draft={{ form: [model.name, action.name, record.id].join('.'), mayKeep }} onTyped={onTyped} />
          <JudgedAgain />
        </Form>
      </Rules>
      {question}
    </QuestionDialog>
  );
}
