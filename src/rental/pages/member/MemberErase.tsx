import { useState } from 'react';
import { Alert, Skeleton, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { Member } from '../../../../schemas/types.generated.ts';
import { LoadProblem, useAction, type ActionProps } from '../../../framework/admin/index.ts';
import { useRentalProvider } from '../provider.ts';
import { AskFrame } from '../steps/AskFrame.tsx';
import { ErasureOutcome } from './ErasureOutcome.tsx';

/** Erases whoever a member is, for ever (D-MEM-10): what goes, what stays and until when, what is in the way; the number of the member is typed once more. */
export default function MemberErase({ model, action, record, onEnd }: ActionProps<Pick<Member, 'name'>>) {
  const provider = useRentalProvider();
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const id = Number(record?.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['member', 'erasure', id],
    queryFn: async ({ signal }) => (await provider.call('GET', '/member/datarequest/erasure', { id }, { signal })).data,
    ...{ retry: false, staleTime: 0, gcTime: 0 },
  });
  const { busy, errors, refusal, run } = useAction(model, action, { quiet: true });
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const possible = data?.refusals.length === 0;
  const fits = typed.trim() === String(id);
  const erase = async (): Promise<void> => {
    if (await run({ id, confirm: id })) onEnd?.();
  };

  return (
    <AskFrame
      {...{ model, action, onEnd, busy }}
      dirty={typed !== ''}
      impossible={!possible}
      blocked={!fits}
      onSubmit={erase}
    >
      {refusal && !errors['confirm'] && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && record && <ErasureOutcome member={record} preview={data} />}
      {possible && (
        <>
          <Alert severity="warning">{text('eraseForever')}</Alert>
          <TextField
            label={text('eraseConfirm', { id })}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={errors['confirm'] !== undefined}
            helperText={errors['confirm']}
            disabled={busy}
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </>
      )}
    </AskFrame>
  );
}
