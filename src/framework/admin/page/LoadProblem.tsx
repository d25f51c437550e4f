import { Alert, Button, type SxProps, type Theme } from '@mui/material';
import { useTranslate } from 'react-admin';

interface LoadProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Key of a sentence around the reason (`%{reason}`); without it the reason stands alone. */
  readonly sentence?: string;
  /** Tried again at this moment. */
  readonly busy?: boolean;
  readonly sx?: SxProps<Theme>;
}

/** What was asked for could not be read: why, and a way to try again. */
export function LoadProblem({ error, onRetry, sentence, busy, sx }: LoadProblemProps) {
  const translate = useTranslate();
  const reason = translate(error.message, { _: error.message });
  return (
    <Alert
      severity="error"
      sx={sx}
      action={
        <Button color="inherit" size="small" onClick={onRetry} loading={busy}>
          {translate('admin.list.retry')}
        </Button>
      }
    >
      {sentence === undefined ? reason : translate(sentence, { reason })}
    </Alert>
  );
}
