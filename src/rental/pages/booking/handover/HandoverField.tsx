import type { ReactNode } from 'react';
import { Box, FormHelperText } from '@mui/material';
import { LinkedText } from 'forecourt/admin';
import { fieldId } from './draft.ts';

interface HandoverFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error?: string;
  readonly help?: string;
  /** Nothing can be sent without it: marked before anybody presses. */
  readonly required?: boolean;
  readonly children: (control: {
    readonly id: string;
    readonly labelId: string;
    readonly invalid: boolean;
    readonly describedBy: string | undefined;
  }) => ReactNode;
}

/** The sign of what must be filled in; who does not see it is told by the control itself. */
export const REQUIRED = {
  '&::after': { content: '"\\2009*"', color: 'error.main', speak: 'never' },
} as const;

/** Label above, error or help below, everything at thumb size. */
export function HandoverField({ name, label, error, help, required = false, children }: HandoverFieldProps) {
  const id = fieldId(name);
  const note = error ?? help;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="label"
        id={`${id}-label`}
        htmlFor={id}
        sx={{ display: 'block', fontWeight: 500, mb: 0.5, ...(required ? REQUIRED : {}) }}
      >
        {label}
      </Box>
      {children({
        id,
        labelId: `${id}-label`,
        invalid: error !== undefined,
        describedBy: note ? `${id}-note` : undefined,
      })}
      {note && (
        <FormHelperText id={`${id}-note`} error={error !== undefined} role={error ? 'alert' : undefined} sx={{ mx: 0 }}>
          {error === undefined ? help : <LinkedText text={error} />}
        </FormHelperText>
      )}
    </Box>
  );
}
