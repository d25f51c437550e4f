import type { Ref } from 'react';
import { TextField, type AutocompleteRenderInputParams, type TextFieldProps } from '@mui/material';

/** What the box of a choice takes, whatever is chosen in it. */
export interface SearchBoxProps {
  /** Name of the input where no label stands beside it. */
  readonly ariaLabel?: string;
  /** Id of the help or message that stands below it. */
  readonly describedBy?: string;
  readonly field: Omit<TextFieldProps, 'value' | 'onChange'>;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** The box one types into to choose. */
export function SearchBox({
  params,
  ariaLabel,
  describedBy,
  field,
  inputRef,
}: SearchBoxProps & { readonly params: AutocompleteRenderInputParams }) {
  const said = {
    ...(ariaLabel && { 'aria-label': ariaLabel }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  };
  return (
    <TextField
      {...params}
      {...field}
      slotProps={{ htmlInput: { ...params.inputProps, ...said } }}
      inputRef={inputRef}
    />
  );
}
