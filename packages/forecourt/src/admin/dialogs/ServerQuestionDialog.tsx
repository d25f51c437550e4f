import { useTranslate } from 'react-admin';
import { LinkedText } from '../values/LinkedText.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** What the server asks before it does something, and how somebody answers. */
export interface Asked {
  readonly text: string;
  /** Does it all the same, or goes back. */
  readonly answer: (yes: boolean) => void;
}

/** The question of the server over what asked for it: something is saved, else something else is done. */
export default function ServerQuestionDialog({ question, saves }: { question: Asked; saves: boolean }) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      open
      title={translate(saves ? 'admin.question.title' : 'admin.question.doTitle')}
      verb={translate(saves ? 'admin.question.goOn' : 'admin.question.do')}
      onConfirm={() => question.answer(true)}
      onClose={() => question.answer(false)}
    >
      <LinkedText text={question.text} />
    </ConfirmDialog>
  );
}
