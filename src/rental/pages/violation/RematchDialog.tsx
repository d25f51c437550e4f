import { useId } from 'react';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { useLabels, type ActionProps } from 'forecourt/admin';
import { useRematch } from './useRematch.ts';

/** Looks up the orders of all pending violations again: asked first, then with its progress; it may be stopped and go on. */
export default function RematchDialog({ model, action, onEnd }: ActionProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const refresh = useRefresh();
  const titleId = useId();
  const { state, told, problem, run, stop } = useRematch();
  const running = state === 'running';
  const total = told.looked + told.left;
  const percent = total === 0 ? 0 : Math.floor((told.looked / total) * 100);
  const text = (key: string): string => translate(`resources.violation.texts.${key}`, { ...told, total, percent });
  const close = () => {
    if (told.looked > 0) refresh();
    onEnd?.();
  };
  return (
    <Dialog open onClose={running ? undefined : close} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{labels.action(action.name)}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {state === 'asked' && <Typography>{translate('resources.violation.confirm.rematch')}</Typography>}
          {problem && <Alert severity="error">{translate(problem, { _: problem })}</Alert>}
          {running && (
            <LinearProgress
              variant={total === 0 ? 'indeterminate' : 'determinate'}
              value={percent}
              aria-label={text('rematchProgress')}
            />
          )}
          {state !== 'asked' && (
            <div role="status">
              <Typography>{text(state === 'done' ? 'rematchDone' : 'rematchProgress')}</Typography>
              <Typography color="text.secondary">{text('rematchFound')}</Typography>
            </div>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {running ? (
          <Button onClick={stop}>{translate('ra.action.cancel')}</Button>
        ) : (
          <Button onClick={close}>{translate(state === 'asked' ? 'ra.action.cancel' : 'ra.action.close')}</Button>
        )}
        {state !== 'done' && (
          <Button variant="contained" onClick={() => void run()} loading={running}>
            {state === 'asked' ? labels.action(action.name) : text('rematchResume')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
