import type { ReactNode } from 'react';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

interface SettingGroupProps {
  /** i18n key. */
  readonly label: string;
  /** i18n key of what is said below. */
  readonly help?: string;
  /** The control; it is told its label. */
  readonly children: (label: string) => ReactNode;
}

/** A setting with its label above and its help below. */
export function SettingGroup({ label, help, children }: SettingGroupProps) {
  const translate = useTranslate();
  const text = translate(label);
  return (
    <Box>
      <Typography aria-hidden sx={{ fontSize: 13, fontWeight: 500, mb: 0.75 }}>
        {text}
      </Typography>
      {children(text)}
      {help && <Typography sx={{ mt: 0.5, fontSize: 12, color: 'text.secondary' }}>{translate(help)}</Typography>}
    </Box>
  );
}
