import type { ReactNode } from 'react';
import { Box, FormHelperText } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LinkedText, useLabels } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import { fieldId } from './useBooking.tsx';

export interface FieldControl {
  readonly id: string;
  readonly labelId: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

export interface FormFieldProps {
  readonly name: string;
  readonly label?: string;
  readonly optional?: boolean;
  readonly help?: ReactNode;
  /** Of several controls: named by the label, not focused by it. */
  readonly group?: boolean;
  readonly wide?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Label above; below it the error, else what deserves a warning, else the help (docs/look.md). */
export function FormField({
  name,
  label,
  optional = false,
  help,
  group = false,
  wide = false,
  children,
}: FormFieldProps) {
  const { errorOf, warningsOf } = useBookingForm();
  const labels = useLabels('order');
  const translate = useTranslate();
  const id = fieldId(name);
  const error = errorOf(name);
  const warnings = warningsOf(name);
  const note = error ?? (warnings.length > 0 ? warnings.join(' · ') : help);
  const describedBy = note ? `${id}-note` : undefined;
  return (
    <Box
      {...(group ? { role: 'group', id, 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } : {})}
      sx={{ minWidth: 0, ...(wide ? { gridColumn: '1 / -1' } : {}) }}
    >
      <Box
        component={group ? 'span' : 'label'}
        id={`${id}-label`}
        {...(group ? {} : { htmlFor: id })}
        sx={{ display: 'block', fontSize: 13, fontWeight: 500, mb: 0.5 }}
      >
        {label ?? labels.field(name)}
        {optional && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 0.75 }}>
            {translate('admin.form.optional')}
          </Box>
        )}
      </Box>
      {children({ id, labelId: `${id}-label`, invalid: error !== undefined, describedBy })}
      {note && (
        <FormHelperText
          id={describedBy}
          error={error !== undefined}
          role={error ? 'alert' : undefined}
          sx={{ mx: 0, ...(error === undefined && warnings.length > 0 ? { color: 'warning.main' } : {}) }}
        >
          {typeof note === 'string' ? <LinkedText text={note} /> : note}
        </FormHelperText>
      )}
    </Box>
  );
}

/** One group of fields: two columns where there is room. */
export function FormSection({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ borderTop: 1, borderColor: 'divider', pt: 2, '&:first-of-type': { borderTop: 0, pt: 0 } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1.5, flexWrap: 'wrap' }}>
        <Box component="h2" sx={{ m: 0, fontSize: 15, fontWeight: 600, flex: 'none' }}>
          {title}
        </Box>
        {aside}
      </Box>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {children}
      </Box>
    </Box>
  );
}
