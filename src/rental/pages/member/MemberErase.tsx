import { useState } from 'react';
import { Alert, Skeleton, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { DataRequest, Member } from '../../../../schemas/types.generated.ts';
import { LoadProblem, useAction, type ActionProps } from 'forecourt/admin';
import { useRentalProvider } from '../provider.ts';
import { AskFrame } from '../steps/AskFrame.tsx';
import { ErasureOutcome } from './ErasureOutcome.tsx';

interface Props<Row> extends ActionProps<Row> {
  readonly member: Pick<Member, 'name'> & { readonly id: number };
  readonly body: { readonly id: number };
  /** What pressing the button means. */
  readonly note: 'eraseAsked' | 'eraseForever';
}

/** An erasure (D-MEM-10), asked for or approved: what goes, what stays and until when, what is in the way; the number of the member is typed once more. */
function Erasure<Row>({ model, action, onEnd, member, body, note }: Props<Row>) {
  const provider = useRentalProvider();
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const { id } = member;
  const { data, error, refetch } = useQuery({
    queryKey: ['member', 'erasure', id],
    queryFn: async ({ signal }) => (await provider.call('GET', '/member/datarequest/erasure', { id }, { signal })).data,
    ...{ retry: false, staleTime: 0, gcTime: 0 },
  });
  const { busy, errors, refusal, run } = useAction(model, action, { quiet: true });
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const possible = data?.refusals.length === 0;
  const fits = typed.trim() === String(id);
  const submit = async (): Promise<void> => {
    if (await run({ ...body, confirm: id })) onEnd?.();
  };

  return (
    <AskFrame
      {...{ model, action, onEnd, busy }}
      dirty={typed !== ''}
      impossible={!possible}
      blocked={!fits}
      onSubmit={submit}
    >
      {refusal && !errors['confirm'] && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && <ErasureOutcome member={member} preview={data} />}
      {possible && (
        <>
          <Alert severity={note === 'eraseForever' ? 'warning' : 'info'}>{text(note)}</Alert>
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

/** Asks for the erasure of a member. */
export default function MemberErase(props: ActionProps<Pick<Member, 'name'>>) {
  const { record } = props;
  if (!record) return null;
  const id = Number(record.id);
  return <Erasure {...props} member={{ id, name: record.name }} body={{ id }} note="eraseAsked" />;
}

/** Approves what somebody else asked for, and erases the member for ever. */
export function ErasureApproval(props: ActionProps<Pick<DataRequest, 'memberId'> & { readonly memberName: string }>) {
  const { record } = props;
  if (!record) return null;
  const member = { id: Number(record.memberId), name: record.memberName };
  return <Erasure {...props} member={member} body={{ id: Number(record.id) }} note="eraseForever" />;
}
