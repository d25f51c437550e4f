import { useState, type FormEvent } from 'react';
import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

const LONGEST = 60;

/** Asks for the name of a saved filter; says why it is refused, and keeps what was typed. */
export function NameForm({
  initial = '',
  onName,
  onCancel,
}: {
  initial?: string;
  /** Answers why it is refused. */
  onName: (name: string) => Promise<string | undefined>;
  onCancel: () => void;
}) {
  const translate = useTranslate();
  const [name, setName] = useState(initial);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    event.stopPropagation();
    const text = name.trim();
    if (text === '' || busy) return;
    setBusy(true);
    setRefused(await onName(text));
    setBusy(false);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        autoFocus
        size="small"
        label={translate('admin.saved.name')}
        value={name}
        error={refused !== undefined}
        helperText={refused}
        onChange={(event) => {
          setName(event.target.value);
          setRefused(undefined);
        }}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={onCancel}>
          {translate('ra.action.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" loading={busy} disabled={name.trim() === ''}>
          {translate('ra.action.save')}
        </Button>
      </Box>
    </Box>
  );
}
