import { lazy, Suspense, useCallback, useState } from 'react';
import { refusalOf } from '../providers/refusal.ts';
import type { Asked } from './ServerQuestionDialog.tsx';

const Dialog = lazy(() => import('./ServerQuestionDialog.tsx'));

/** The server said no for a reason that it names; anything else has a message of its own. */
const REFUSED = 400;

/** What is sent once more with the answer to a question. */
type Answer = { readonly confirmed?: 1 };

/** What the server asks where it has refused a call at nothing else; undefined of any other refusal. */
function textOf(error: unknown): string | undefined {
  const { status, errors } = refusalOf(error);
  return status === REFUSED && Object.keys(errors).join() === 'confirmed' ? errors['confirmed'] : undefined;
}

/**
 * Sends a call, and sends it once more with `confirmed` where the server asks and somebody goes on. Answers undefined where nobody does.
 * Throws every other refusal.
 */
export function useServerQuestion() {
  const [question, setQuestion] = useState<Asked>();
  const sending = useCallback(async <Result,>(send: (answer: Answer) => Promise<Result>) => {
    try {
      return await send({});
    } catch (error) {
      const text = textOf(error);
      if (text === undefined) throw error;
      const goesOn = await new Promise<boolean>((answer) => setQuestion({ text, answer }));
      setQuestion(undefined);
      return goesOn ? await send({ confirmed: 1 }) : undefined;
    }
  }, []);
  return { question, sending };
}

interface ServerQuestionProps {
  readonly question: Asked | undefined;
  /** Something is saved; else something else is done. */
  readonly saves?: boolean;
}

/** The question of the server over what asked for it; nothing while it asks nothing. */
export const ServerQuestion = ({ question, saves = false }: ServerQuestionProps) =>
  question && (
    <Suspense fallback={null}>
      <Dialog question={question} saves={saves} />
    </Suspense>
  );
