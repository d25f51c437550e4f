import { Suspense, useId, useState, type FormEvent } from 'react';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  TextField,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import {
  LoadProblem,
  useAction,
  useLabels,
  useLeaveQuestion,
  type ActionProps,
} from '../../../framework/admin/index.ts';
import { useRentalProvider } from '../provider.ts';
import { ErasureOutcome } from './ErasureOutcome.tsx';

/** Erases whoever a member is, for ever (D-MEM-10): what goes, what stays and until when, what is in the way; the number of the member is typed once more. */
export default function MemberErase({ model, action, record, onEnd }: ActionProps) {
  const provider = useRentalProvider();
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [typed, setTyped] = useState('');
  const id = Number(record?.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['member', 'erasure', id],
    queryFn: async ({ signal }) => (await provider.call('GET', '/member/datarequest/erasure', { id }, { signal })).data,
    ...{ retry: false, staleTime: 0, gcTime: 0 },
  });
  const { busy, errors, refusal, run } = useAction(model, action, { quiet: true });
  const { leave, question } = useLeaveQuestion(typed !== '', () => onEnd?.());
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const possible = data?.refusals.length === 0;
  const fits = typed.trim() === String(id);
  const erase = async (): Promise<void> => {
    if (possible && fits && (await run({ id, confirm: id }))) onEnd?.();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={phone}
      onClose={busy ? undefined : leave}
      aria-labelledby={titleId}
      onClick={(event) => event.stopPropagation()}
    >
      <Box
        component="form"
        sx={{ display: 'contents' }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void erase();
        }}
      >
        <DialogTitle id={titleId}>{labels.action(action.name)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          {refusal && !errors['confirm'] && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
          {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton variant="rounded" height={240} />}
          {data && record && (
            <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
              <ErasureOutcome member={record} preview={data} />
            </Suspense>
          )}
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
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy}>
            {translate('admin.action.back')}
          </Button>
          {possible && (
            <Button type="submit" variant="contained" color="error" loading={busy} disabled={!fits}>
              {labels.action(action.name)}
            </Button>
          )}
        </DialogActions>
      </Box>
      {question}
    </Dialog>
  );
}
