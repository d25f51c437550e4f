import { useRef, useState } from 'react';
import { Alert, Button, DialogActions, DialogContent, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { QuestionDialog } from '../dialogs/QuestionDialog.tsx';
import { useTexts } from '../values/labels.ts';
import type { Told } from './useAction.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: Told;
}

/** A key or password that is told once. Neither Esc nor a click beside the dialog loses it; only its button puts it away. */
export default function SecretDialog({ title, secret: { text, putAway } }: SecretDialogProps) {
  useTexts('admin.secret');
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    input.current?.select();
    // A page without TLS has no clipboard: the text is selected for the keyboard.
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <QuestionDialog title={title} busy onClose={putAway}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">{translate('admin.secret.once')}</Alert>
        <TextField
          fullWidth
          label={translate('admin.secret.label')}
          value={text}
          inputRef={input}
          onFocus={({ target }) => target.select()}
          slotProps={{ input: { readOnly: true, sx: { fontFamily: 'monospace' } } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()} aria-live="polite" autoFocus>
          {translate(copied ? 'admin.secret.copied' : 'admin.secret.copy')}
        </Button>
        <Button variant="contained" onClick={putAway}>
          {translate('admin.secret.done')}
        </Button>
      </DialogActions>
    </QuestionDialog>
  );
}
