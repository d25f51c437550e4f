import { Suspense, useId, type FormEvent, type ReactNode } from 'react';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { useLabels, useLeaveQuestion, type ActionProps } from '../../../framework/admin/index.ts';

interface AskFrameProps extends Pick<ActionProps, 'model' | 'action' | 'onEnd'> {
  /** Something would be lost by leaving: that is asked about. */
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly width?: 'sm' | 'md';
  /** What the button says, where the action is called by what it opens. */
  readonly verb?: string;
  /** Nothing can be done: there is no button. */
  readonly impossible?: boolean;
  /** It cannot be done yet. */
  readonly blocked?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * The frame of an action whose question is a page of its own: called as the action, the whole screen of a phone, its content awaited, Enter and the
 * button do it, Esc asks before something is lost.
 */
export function AskFrame({
  model,
  action,
  onEnd,
  dirty,
  busy,
  width = 'sm',
  verb,
  impossible = false,
  blocked = false,
  onSubmit,
  children,
}: AskFrameProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { leave, question } = useLeaveQuestion(dirty, () => onEnd?.());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!impossible && !blocked && !busy) void onSubmit();
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth={width}
      fullScreen={phone}
      onClose={busy ? undefined : leave}
      aria-labelledby={titleId}
      onClick={(event) => event.stopPropagation()}
    >
      <Box component="form" noValidate sx={{ display: 'contents' }} onSubmit={submit}>
        <DialogTitle id={titleId}>{labels.action(action.name)}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)', pt: 1 }}>
            <Suspense fallback={<Skeleton variant="rounded" height={240} />}>{children}</Suspense>
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave} disabled={busy}>
            {translate('admin.action.back')}
          </Button>
          {!impossible && (
            <Button
              type="submit"
              variant="contained"
              color={action.danger ? 'error' : 'primary'}
              loading={busy}
              disabled={blocked}
            >
              {verb ?? labels.action(action.name)}
            </Button>
          )}
        </DialogActions>
      </Box>
      {question}
    </Dialog>
  );
}
