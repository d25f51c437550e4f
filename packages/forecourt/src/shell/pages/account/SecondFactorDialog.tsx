import { useState } from 'react';
import { DialogContent } from '@mui/material';
import { useTranslate } from 'react-admin';
import { QuestionDialog, useAdminRuntime, useTexts } from '../../../admin/index.ts';
import { RecoveryCodes } from '../../secondStep/RecoveryCodes.tsx';
import { TotpSetUp, type NewSecret } from '../../secondStep/TotpSetUp.tsx';

/** A secret that waits for its first code, or recovery codes. */
export type Shown = NewSecret | { readonly codes: readonly string[] };

interface SecondFactorDialogProps {
  readonly shown: Shown;
  onClose(): void;
}

/** Sets the second factor up, and shows recovery codes; those leave only by their button. */
export default function SecondFactorDialog({ shown, onClose }: SecondFactorDialogProps) {
  useTexts('shell.secondStep');
  const translate = useTranslate();
  const { http } = useAdminRuntime();
  const [now, setNow] = useState(shown);
  const isCodes = 'codes' in now;
  const confirm = async (code: string): Promise<void> => {
    const { data } = await http<{ codes: readonly string[] }>('/account/secondfactor/confirm', {
      method: 'POST',
      body: { code },
      creates: false,
    });
    if (data.codes.length === 0) onClose();
    else setNow(data);
  };
  return (
    <QuestionDialog
      title={translate(isCodes ? 'shell.secondStep.codesTitle' : 'account.security.factor')}
      width="xs"
      busy={isCodes}
      onClose={onClose}
    >
      <DialogContent>
        {isCodes ? (
          <RecoveryCodes codes={now.codes} onKept={onClose} />
        ) : (
          <TotpSetUp made={now} lead={translate('shell.secondStep.scanLead')} confirm={confirm} />
        )}
      </DialogContent>
    </QuestionDialog>
  );
}
