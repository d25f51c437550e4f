import { useId } from 'react';
import {
  Alert,
  AlertTitle,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useRefresh, useTranslate } from 'react-admin';
import { importProgress, type ImportState, type Resource } from '../../model/index.ts';
import { useLabels, useTexts } from '../values/labels.ts';
import { ImportFile } from './ImportFile.tsx';
import { ImportQuestions } from './ImportQuestions.tsx';
import { ImportReport } from './ImportReport.tsx';
import { useImport } from './useImport.ts';

interface ImportDialogProps {
  readonly model: Resource;
  readonly path: string;
  readonly onClose: () => void;
}

/** What came of a file: all of it, a part, or nothing, which no tick may hide. */
function ImportOutcome({ state: { created, updated, unchanged, bad, failed } }: { readonly state: ImportState }) {
  const translate = useTranslate();
  const left = bad + failed;
  if (left === 0) return <Alert severity="success">{translate('admin.import.done')}</Alert>;
  if (created + updated + unchanged > 0)
    return <Alert severity="warning">{translate('admin.import.partly', { smart_count: left })}</Alert>;
  return <Alert severity="error">{translate(failed > 0 ? 'admin.import.failed' : 'admin.import.nothing')}</Alert>;
}

/**
 * A file into records: chosen and checked, shown with its mistakes, then written. It may be closed at any time; what was begun is offered
 * again when it opens.
 */
export default function ImportDialog({ model, path, onClose }: ImportDialogProps) {
  useTexts('admin.import');
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const refresh = useRefresh();
  const titleId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const importing = useImport(path);
  const { state, questions, updateKeys, busy, problem, check, answer, askAgain, write, showErrors, discard } =
    importing;
  const writing = busy === 'writing';

  const close = () => {
    if (state && state.created + state.updated > 0) refresh();
    onClose();
  };

  return (
    <Dialog open onClose={close} fullScreen={phone} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('admin.import.title', { name: labels.many })}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {problem && (
            <Alert severity="error">
              <AlertTitle>{translate('admin.import.failed')}</AlertTitle>
              {translate(problem, { _: problem })}
            </Alert>
          )}
          {busy === 'loading' && !state && <CircularProgress size={24} aria-label={translate('ra.page.loading')} />}
          {questions && (
            // Each round of questions begins with what was chosen for them the last time.
            <ImportQuestions
              key={questions.map(({ about }) => about).join()}
              questions={questions}
              busy={busy === 'checking'}
              onAnswer={(choices) => void answer(choices)}
            />
          )}
          {!state && !questions && busy !== 'loading' && (
            <ImportFile
              resource={model.name}
              path={path}
              updateKeys={updateKeys}
              busy={busy === 'checking'}
              onCheck={(file, updateBy) => void check(file, updateBy)}
            />
          )}
          {state && state.state !== 'checked' && (
            <LinearProgress
              variant="determinate"
              value={importProgress(state)}
              aria-label={translate('admin.import.progress', { percent: importProgress(state) })}
            />
          )}
          {state?.state === 'done' && <ImportOutcome state={state} />}
          {state && (
            <ImportReport
              state={state}
              onPage={(page) => void showErrors(page)}
              onAskAgain={askAgain && (() => void askAgain())}
            />
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {(state ?? questions) && (
          <Button onClick={() => void discard()} disabled={busy !== undefined}>
            {translate(!state || state.state === 'done' ? 'admin.import.again' : 'admin.import.discard')}
          </Button>
        )}
        <Button onClick={close}>{translate('ra.action.close')}</Button>
        {state && state.waiting > 0 && (
          <Button variant="contained" onClick={() => void write()} loading={writing} disabled={busy !== undefined}>
            {translate(state.state === 'running' ? 'admin.import.resume' : 'admin.import.run', {
              count: state.waiting,
            })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
