import { Suspense, type FormEvent, type ReactNode } from 'react';
import { Box, DialogContent, Skeleton, useMediaQuery, type Theme } from '@mui/material';
import { QuestionButtons, QuestionDialog, useLabels, useLeaveQuestion, type ActionProps } from 'forecourt/admin';

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
 * The frame of an action whose question is a page of its own. It is called as the action, fills the screen of a phone
 * and waits for its content. Enter and the button do it. Esc asks before something is lost.
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
  const called = useLabels(model.name).action(action.name);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { leave, question } = useLeaveQuestion(dirty, () => onEnd?.());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!impossible && !blocked && !busy) void onSubmit();
  };
  return (
    <QuestionDialog title={called} busy={busy} width={width} fullScreen={phone} onClose={leave}>
      <Box component="form" noValidate sx={{ display: 'contents' }} onSubmit={submit}>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)', pt: 1 }}>
            <Suspense fallback={<Skeleton variant="rounded" height={240} />}>{children}</Suspense>
          </Box>
        </DialogContent>
        <QuestionButtons
          verb={impossible ? undefined : (verb ?? called)}
          danger={action.danger}
          busy={busy}
          disabled={blocked}
          onBack={leave}
        />
      </Box>
      {question}
    </QuestionDialog>
  );
}
