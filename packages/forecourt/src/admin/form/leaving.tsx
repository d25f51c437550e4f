import { useCallback, useRef, useState, type ReactElement } from 'react';
import { DiscardDialog } from '../dialogs/DiscardDialog.tsx';
import { useUnsavedChanges } from './unsavedChanges.ts';
import type { TypedForm } from './useTypedForm.ts';

/** The way out of something that holds typed work. */
interface Leaving {
  /** Closes it, after asking where something would be lost. */
  leave(): void;
  /** Nobody is asked any more: it is saved, or what was typed is given up. */
  giveUp(): void;
  /** The same, and closes it. */
  end(): void;
  /** To be drawn in it. */
  readonly question: ReactElement;
}

function useWayOut(typed: () => TypedForm | undefined, onClose: () => void, text?: string): Leaving {
  const [asking, setAsking] = useState(false);
  const giveUp = () => typed()?.giveUp();
  const end = () => {
    giveUp();
    onClose();
  };
  return {
    giveUp,
    leave: () => (typed()?.dirty ? setAsking(true) : onClose()),
    end,
    question: <DiscardDialog open={asking} text={text} onDiscard={end} onClose={() => setAsking(false)} />,
  };
}

/** Guards what holds typed work without a form of react-hook-form; `text` (a key) says what would be lost. */
export function useLeaveQuestion(dirty: boolean, onClose: () => void, text?: string): Leaving {
  const giveUp = useUnsavedChanges(dirty);
  return useWayOut(() => ({ dirty, giveUp }), onClose, text);
}

/** The way out of a page or dialog around a form, which tells by `onTyped` what is typed in it. */
export function useLeaveTyped(onClose: () => void): Leaving & { readonly onTyped: (form: TypedForm) => void } {
  // Not a state: that would be known one drawing after the letter was typed, and Esc may come before it.
  const typed = useRef<TypedForm>(undefined);
  const onTyped = useCallback((form: TypedForm) => void (typed.current = form), []);
  return { ...useWayOut(() => typed.current, onClose), onTyped };
}
