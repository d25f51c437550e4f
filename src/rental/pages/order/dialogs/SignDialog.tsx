import { useState } from 'react';
import { Alert, Box, DialogContent, Skeleton, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  LoadProblem,
  QuestionButtons,
  QuestionDialog,
  uploadFile,
  useAdminRuntime,
  useLabels,
  useLeaveQuestion,
} from 'forecourt/admin';
import type { StepProps } from '../../steps/dialogAction.tsx';
import { ContractText } from '../../contract/ContractText.tsx';
import { useContract } from '../../contract/useContract.ts';
import { Signature } from '../../contract/Signature.tsx';
import { useStep } from '../../steps/useStep.tsx';

/** The renter reads the contract and signs it on the screen (O20, D-ORD-21). */
export default function SignDialog(step: StepProps) {
  const { model, action, record, onClose } = step;
  const { http } = useAdminRuntime();
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { data: contract, error, refetch } = useContract(record.id);
  const { run, busy } = useStep(step);
  const [draw, setDraw] = useState<(() => Promise<Blob>) | undefined>();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>();
  const working = busy || sending;
  const verb = labels.action(action.name);
  const { leave, question } = useLeaveQuestion(draw !== undefined, onClose, 'rental.order.contract.discard');

  const sign = async () => {
    if (!draw || !contract) return;
    setSending(true);
    setRefusal(undefined);
    try {
      const { name } = await uploadFile(http, new File([await draw()], 'signature.png', { type: 'image/png' }));
      const refused = await run({ orderId: record.id, signImage: name, updateTime: contract.updateTime });
      if (!refused) return onClose();
      setRefusal(refused.message);
      // What was refused may be another text by now: it is to be read before it is signed.
      void refetch();
    } catch (failure) {
      setRefusal((failure as Error).message);
    } finally {
      setSending(false);
    }
  };

  return (
    <QuestionDialog title={verb} busy={working} fullScreen={phone} onClose={leave}>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 0 }}>
        {refusal && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
        {error && !contract && <LoadProblem error={error} onRetry={() => void refetch()} />}
        {contract ? (
          <Box
            tabIndex={0}
            role="region"
            aria-label={translate('rental.order.contract.text')}
            sx={{
              flex: '1 1 auto',
              minHeight: 160,
              maxHeight: { sm: '46dvh' },
              overflowY: 'auto',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              p: 2,
            }}
          >
            <ContractText {...contract} />
          </Box>
        ) : (
          !error && <Skeleton variant="rounded" height={320} />
        )}
        {/* What is not there yet cannot be signed; and a pad that moves while the text arrives takes a stroke for a miss. */}
        {contract && (
          <Signature
            label={translate('rental.order.contract.signatureOf', { name: String(record['renterName'] ?? '') })}
            onChange={(next) => setDraw(() => next)}
          />
        )}
      </DialogContent>
      <QuestionButtons
        verb={verb}
        busy={working}
        disabled={!draw || !contract}
        onBack={leave}
        onVerb={() => void sign()}
      />
      {question}
    </QuestionDialog>
  );
}
