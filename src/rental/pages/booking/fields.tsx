import { Box, MenuItem, OutlinedInput, TextField, ToggleButton } from '@mui/material';
import { AmountControl, useAdminRuntime, useCodeLabel } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import type { DraftField, OrderDraft } from './draft.ts';
import { FormField, type FormFieldProps } from './FormField.tsx';

type Names<T> = { [Name in DraftField]: OrderDraft[Name] extends T ? Name : never }[DraftField];
type Shown = Omit<FormFieldProps, 'children' | 'name'>;

export interface TextFieldProps extends Shown {
  readonly name: Names<string>;
  readonly maxLength?: number;
  readonly type?: 'text' | 'tel';
  readonly lines?: number;
  readonly placeholder?: string;
}

/** A line of text, or several. */
export function TextEntry({ name, maxLength, type = 'text', lines, placeholder, ...shown }: TextFieldProps) {
  const { draft, change } = useBookingForm();
  return (
    <FormField name={name} {...shown}>
      {({ id, invalid, describedBy }) => (
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          type={type}
          autoComplete="off"
          placeholder={placeholder}
          multiline={lines !== undefined}
          minRows={lines}
          error={invalid}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          inputProps={{ maxLength, 'aria-describedby': describedBy, 'aria-invalid': invalid }}
        />
      )}
    </FormField>
  );
}

interface CodeEntryProps extends Shown {
  readonly name: Names<number | string | null>;
  readonly table: string;
  /** Only these of the table. */
  readonly among?: readonly number[];
  /** Side by side, where all choices can be seen at once. */
  readonly open?: boolean;
}

/** A few choices side by side, wrapping where there is no room; each looks like the button it is. */
function OpenChoices({
  labelId,
  describedBy,
  value,
  choices,
  onChoose,
}: {
  labelId: string;
  describedBy?: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}) {
  return (
    <Box
      role="group"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {choices.map((choice) => (
        <ToggleButton
          key={choice.value}
          value={choice.value}
          selected={choice.value === value}
          color="primary"
          onChange={() => onChoose(choice.value)}
          sx={{
            flex: '0 1 auto',
            minHeight: 36,
            px: 1.25,
            py: 0.5,
            lineHeight: 1.3,
            textTransform: 'none',
            fontSize: 13,
            color: 'text.primary',
            bgcolor: 'background.paper',
            '&.Mui-selected': { borderColor: 'primary.main', fontWeight: 600 },
          }}
        >
          {choice.label}
        </ToggleButton>
      ))}
    </Box>
  );
}

/** One value of a code table. */
export function CodeEntry({ name, table, among, open = false, ...shown }: CodeEntryProps) {
  const { draft, change } = useBookingForm();
  const { model } = useAdminRuntime();
  const labelOf = useCodeLabel();
  const known = (model.codes[table] ?? []).map(({ code }) => code);
  const codes = among ? known.filter((code) => among.includes(Number(code))) : known;
  const choose = (text: string | null) => change({ [name]: codes.find((code) => String(code) === text) ?? null });
  return (
    <FormField name={name} group={open} {...shown}>
      {({ id, labelId, invalid, describedBy }) =>
        open ? (
          <OpenChoices
            labelId={labelId}
            describedBy={describedBy}
            value={String(draft[name] ?? '')}
            choices={codes.map((code) => ({ value: String(code), label: labelOf(table, code) }))}
            onChoose={choose}
          />
        ) : (
          <TextField
            id={id}
            select
            hiddenLabel
            size="small"
            fullWidth
            error={invalid}
            value={draft[name] === null ? '' : String(draft[name])}
            onChange={(event) => choose(event.target.value)}
            slotProps={{
              select: {
                displayEmpty: true,
                labelId,
                SelectDisplayProps: { 'aria-describedby': describedBy, 'aria-labelledby': `${labelId} ${id}` },
              },
            }}
          >
            {shown.optional && <MenuItem value="">–</MenuItem>}
            {codes.map((code) => (
              <MenuItem key={code} value={String(code)}>
                {labelOf(table, code)}
              </MenuItem>
            ))}
          </TextField>
        )
      }
    </FormField>
  );
}

/** Baht. */
export function MoneyEntry({ name, ...shown }: Shown & { name: 'discountValue' | 'channelTotal' }) {
  const { draft, change } = useBookingForm();
  return (
    <FormField name={name} {...shown}>
      {({ id, invalid, describedBy }) => (
        <AmountControl
          id={id}
          error={invalid}
          aria-describedby={describedBy}
          value={draft[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )}
    </FormField>
  );
}
