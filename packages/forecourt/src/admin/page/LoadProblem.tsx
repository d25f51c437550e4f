import { Alert, Button, type SxProps, type Theme } from '@mui/material';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { refusalOf } from '../providers/refusal.ts';
import { useLabels } from '../values/labels.ts';

interface LoadProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Key of a sentence around the reason (`%{reason}`); without it the reason stands alone. */
  readonly sentence?: string;
  /** Resource of the record that was asked for: where there is none, its list is what is left to go to. */
  readonly recordOf?: string;
  /** Tried again at this moment. */
  readonly busy?: boolean;
  readonly sx?: SxProps<Theme>;
}

/** The way to the records that there are. */
function ToList({ resource }: { resource: string }) {
  const labels = useLabels(resource);
  const createPath = useCreatePath();
  return (
    <Button color="inherit" size="small" component={LinkBase} to={createPath({ resource, type: 'list' })}>
      {labels.many}
    </Button>
  );
}

/**
 * What was asked for could not be read: why, and a way to try again, or to the list of a record that is not there.
 *
 * @example
 * const problem = (error: Error, retry: () => void) => <LoadProblem error={error} onRetry={retry} recordOf="book" />;
 */
export function LoadProblem({ error, onRetry, sentence, recordOf, busy, sx }: LoadProblemProps) {
  const translate = useTranslate();
  const reason = translate(error.message, { _: error.message });
  const isGone = refusalOf(error).status === 404;
  return (
    <Alert
      severity="error"
      sx={sx}
      action={
        recordOf !== undefined && isGone ? (
          <ToList resource={recordOf} />
        ) : (
          <Button color="inherit" size="small" onClick={onRetry} loading={busy}>
            {translate('admin.list.retry')}
          </Button>
        )
      }
    >
      {sentence === undefined ? reason : translate(sentence, { reason })}
    </Alert>
  );
}
