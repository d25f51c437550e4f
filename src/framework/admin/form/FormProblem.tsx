import { Alert, Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** The record could not be read: why, and a way to try again. */
export function FormProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('admin.list.retry')}
        </Button>
      }
    >
      {translate(error.message, { _: error.message })}
    </Alert>
  );
}
