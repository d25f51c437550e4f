import { useState } from 'react';
import { Alert, Box, Button, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onKept(): void;
}

/** The recovery codes, which are told once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const translate = useTranslate();
  const [copied, setCopied] = useState(false);
  // A page without TLS has no clipboard: the codes can be selected.
  const copy = async (): Promise<void> => {
    await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{translate('shell.secondStep.codesLead')}</Alert>
      <Box
        component="ul"
        aria-label={translate('shell.secondStep.codesTitle')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))',
          gap: 1,
        }}
      >
        {codes.map((code) => (
          <Box component="li" key={code} sx={{ fontFamily: 'monospace', fontSize: 15 }}>
            {code}
          </Box>
        ))}
      </Box>
      <Button variant="outlined" onClick={() => void copy()} aria-live="polite">
        {translate(copied ? 'shell.secondStep.copied' : 'shell.secondStep.copy')}
      </Button>
      <Button variant="contained" onClick={onKept}>
        {translate('shell.secondStep.kept')}
      </Button>
    </Stack>
  );
}
