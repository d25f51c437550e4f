import { useState, type FormEvent } from 'react';
import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

const LONGEST = 60;

/** Asks for the name of a saved filter; says when it is taken. */
export function NameForm({
  initial = '',
  onName,
  onCancel,
}: {
  initial?: string;
  /** False when the name is taken. */
  onName: (name: string) => boolean;
  onCancel: () => void;
}) {
  const translate = useTranslate();
  const [name, setName] = useState(initial);
  const [taken, setTaken] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const text = name.trim();
    if (text !== '') setTaken(!onName(text));
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      <TextField
        autoFocus
        size="small"
        label={translate('admin.saved.name')}
        value={name}
        error={taken}
        helperText={taken ? translate('admin.saved.taken') : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setTaken(false);
        }}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button size="small" onClick={onCancel}>
          {translate('ra.action.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" disabled={name.trim() === ''}>
          {translate('ra.action.save')}
        </Button>
      </Box>
    </Box>
  );
}
