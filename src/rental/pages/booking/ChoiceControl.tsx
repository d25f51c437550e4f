import type { ReactNode } from 'react';
import { Autocomplete, autocompleteClasses, Box, TextField } from '@mui/material';
import { useBoxState, useChoiceBox } from 'forecourt/admin';
import type { FieldControl } from './FormField.tsx';

export interface Choice {
  readonly id: number;
  readonly label: string;
  /** What tells twins apart. */
  readonly detail?: string;
  /** At the right end: how many are free. */
  readonly note?: ReactNode;
  readonly group?: string;
}

interface ChoiceControlProps {
  readonly control: FieldControl;
  readonly choices: readonly Choice[];
  readonly value: number | null;
  /** Name of the chosen one where it is no longer among the choices. */
  readonly title?: string;
  readonly loading?: boolean;
  readonly clearable?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly emptyText?: string;
  readonly onChange: (id: number | null) => void;
}

/** One of some records that are at hand: typed to narrow, chosen with arrows and Enter. */
export function ChoiceControl({
  control,
  choices,
  value,
  title,
  loading,
  clearable = false,
  disabled,
  placeholder,
  emptyText,
  onChange,
}: ChoiceControlProps) {
  const box = useChoiceBox<Choice>(useBoxState(), {
    choices,
    settled: !loading,
    nameOf: ({ label }) => label,
    choose: ({ id }) => onChange(id),
  });
  const chosen =
    value === null
      ? null
      : (choices.find((choice) => choice.id === value) ?? { id: value, label: title || `#${value}` });
  return (
    <Autocomplete<Choice, false, boolean>
      {...box}
      id={control.id}
      value={chosen}
      disabled={disabled}
      disableClearable={!clearable}
      size="small"
      fullWidth
      groupBy={choices.some((choice) => choice.group) ? (choice) => choice.group ?? '' : undefined}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(choice, one) => choice.id === one.id}
      onChange={(_event, choice) => onChange(choice?.id ?? null)}
      noOptionsText={emptyText ?? box.noOptionsText}
      // A list of options holds groups of them; a plain list in between is nothing that a screen reader knows.
      renderGroup={({ key, group, children }) => (
        <li key={key} role="presentation">
          <Box
            aria-hidden
            className={autocompleteClasses.groupLabel}
            sx={{ px: 2, py: 1, fontWeight: 500, fontSize: 13, color: 'text.secondary' }}
          >
            {group}
          </Box>
          <Box component="ul" role="group" aria-label={group} className={autocompleteClasses.groupUl} sx={{ p: 0 }}>
            {children}
          </Box>
        </li>
      )}
      renderOption={({ key, ...option }, choice) => (
        <li key={key} {...option}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', width: 1, minWidth: 0 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { xs: 'normal', sm: 'nowrap' } }}>
                {choice.label}
              </Box>
              {choice.detail && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{choice.detail}</Box>}
            </Box>
            {choice.note && (
              <Box sx={{ fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>{choice.note}</Box>
            )}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          hiddenLabel
          placeholder={placeholder}
          error={control.invalid}
          slotProps={{
            htmlInput: {
              ...params.inputProps,
              'aria-describedby': control.describedBy,
              'aria-invalid': control.invalid,
            },
          }}
        />
      )}
    />
  );
}
