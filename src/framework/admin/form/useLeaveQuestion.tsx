import { useState, type ReactElement } from 'react';
import { DiscardDialog } from '../dialogs/DiscardDialog.tsx';
import { useUnsavedChanges } from './unsavedChanges.ts';

/** Guards a dialog that holds typed work: `leave` closes it, after asking where something would be lost. `question` is to be drawn in it, `text` (a key) says what would be lost. */
export function useLeaveQuestion(
  dirty: boolean,
  onClose: () => void,
  text?: string,
): { readonly leave: () => void; readonly question: ReactElement } {
  const [asking, setAsking] = useState(false);
  useUnsavedChanges(dirty);
  return {
    leave: () => (dirty ? setAsking(true) : onClose()),
    question: <DiscardDialog open={asking} text={text} onDiscard={onClose} onClose={() => setAsking(false)} />,
  };
}
