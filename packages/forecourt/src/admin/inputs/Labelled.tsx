import { use, type ReactNode, type Ref } from 'react';
import { Box, FormHelperText } from '@mui/material';
import { useInput, useTranslate, ValidationError, type Validator } from 'react-admin';
import type { Field, Resource } from '../../model/index.ts';
import { useLabels } from '../values/labels.ts';
import { LinkedText } from '../values/LinkedText.tsx';
import { ClosedForm } from './closed.ts';

/** What every input of a form receives, generated or registered. */
export interface FormInputProps {
  readonly model: Resource;
  readonly field: Field;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly validate: Validator[];
}

/** One input's side of the form. */
export interface Bound {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly ref: Ref<never>;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly label: string;
  /** The refusal as the form holds it: a message, or messages by property and line of a nested document. */
  readonly error: unknown;
}

/** The message of an error, or the first one within a nested document. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { message } = error as { message?: unknown };
  if (typeof message === 'string') return message;
  return Object.values(error)
    .map(messageIn)
    .find((one) => one !== undefined);
}

/**
 * Label above, help below, the error in place of the help; the optional is marked, not the required (docs/look.md).
 * `group` is for inputs of several controls: they are named by the label, not focused by it.
 *
 * @example
 * const ShelfInput = (props: FormInputProps) => (
 *   <Labelled {...props}>{({ id }) => <input id={id} />}</Labelled>
 * );
 */
export function Labelled({
  model,
  field,
  required,
  disabled,
  validate,
  group = false,
  children,
}: FormInputProps & { group?: boolean; children: (bound: Bound) => ReactNode }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const input = useInput({ source: field.name, resource: model.name, validate, isRequired: required });
  const { id, field: control, fieldState } = input;
  const label = labels.field(field.name);
  const closed = use(ClosedForm);
  const why = disabled && field.locked ? translate(field.locked) : labels.help(field.name);
  // Help is for who fills something in.
  const help = closed ? undefined : why;
  const { error } = fieldState;
  const message = messageIn(error);
  const describedBy = error || help ? `${id}-help` : undefined;
  const text = (
    <>
      {label}
      {!required && !disabled && (
        <>
          {/* A margin is no space to who hears the name of the input. */}{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 0.25 }}>
            {translate('admin.form.optional')}
          </Box>
        </>
      )}
    </>
  );
  const bound: Bound = {
    id,
    label,
    error,
    value: control.value,
    onChange: control.onChange,
    onBlur: control.onBlur,
    ref: control.ref as Ref<never>,
    disabled,
    invalid: error !== undefined,
    describedBy,
  };
  return (
    <Box
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy } : {})}
      sx={{ minWidth: 0 }}
    >
      <Box
        component={group ? 'span' : 'label'}
        id={`${id}-label`}
        {...(group ? {} : { htmlFor: id })}
        sx={{ display: 'block', fontSize: 13, fontWeight: 500, mb: 0.5 }}
      >
        {text}
      </Box>
      {children(bound)}
      {describedBy && (
        <FormHelperText id={describedBy} error={error !== undefined} sx={{ mx: 0 }} role={error ? 'alert' : undefined}>
          {error?.type === 'server' && message ? (
            <LinkedText text={message} />
          ) : error ? (
            <ValidationError error={message ?? 'admin.validation.nested'} />
          ) : (
            help
          )}
        </FormHelperText>
      )}
    </Box>
  );
}
