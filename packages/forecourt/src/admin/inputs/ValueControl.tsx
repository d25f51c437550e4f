import { FormControlLabel, MenuItem, OutlinedInput, Select, Switch } from '@mui/material';
import type { Identifier } from 'react-admin';
import { choicesOf, type PropertySchema, type RefKeyword } from '../../model/index.ts';
import { AmountControl } from '../controls/AmountControl.tsx';
import { DateControl } from '../controls/DateControl.tsx';
import { RelationControl } from '../controls/RelationControl.tsx';
import { useFitting } from '../controls/useFitting.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { useCodeLabel } from '../values/labels.ts';
import { FilePicker } from './FilePicker.tsx';
import { messageIn } from './Labelled.tsx';

export interface ControlProps {
  /** Resource whose labels name the properties. */
  readonly resource: string;
  readonly schema: PropertySchema;
  readonly label: string;
  readonly value: unknown;
  readonly disabled: boolean;
  /** Refusals by property and line. */
  readonly error?: unknown;
  readonly onChange: (value: unknown) => void;
}

const numberOf = (text: string): unknown =>
  text.trim() === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text;

/** What is refused looks so where it is typed, too; its text stands below. */
const isRefused = (error: unknown): boolean => messageIn(error) !== undefined;

const precisionOf = ({ format, 'x-widget': widget }: PropertySchema): 'date' | 'dateTime' | 'time' | undefined =>
  format === 'date'
    ? 'date'
    : format === 'date-time'
      ? 'dateTime'
      : format === 'time' || widget === 'time'
        ? 'time'
        : undefined;

function CodeControl({ schema, label, value, disabled, error, onChange }: ControlProps) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const table = schema['x-codes'] ?? '';
  if (table === 'yesNo') {
    return (
      <FormControlLabel
        sx={{ m: 0 }}
        control={
          <Switch
            checked={value === 1}
            disabled={disabled}
            onChange={(_event, on) => onChange(Number(on))}
            slotProps={{ input: { 'aria-label': label } }}
          />
        }
        label={codeLabel(table, value === 1 ? 1 : 0)}
      />
    );
  }
  const codes = model.codes[table] ?? choicesOf(schema) ?? [];
  return (
    <Select
      size="small"
      fullWidth
      displayEmpty
      disabled={disabled}
      error={isRefused(error)}
      value={value === undefined || value === null ? '' : String(value)}
      SelectDisplayProps={{ 'aria-label': label }}
      onChange={(event) => onChange(codes.find(({ code }) => String(code) === event.target.value)?.code ?? null)}
    >
      {codes.map(({ code }) => (
        <MenuItem key={code} value={String(code)}>
          {codeLabel(table, code)}
        </MenuItem>
      ))}
    </Select>
  );
}

function ReferenceControl({
  reference,
  label,
  value,
  disabled,
  error,
  onChange,
}: ControlProps & { reference: RefKeyword }) {
  return (
    <RelationControl
      resource={reference.resource}
      where={useFitting(reference)}
      value={value as Identifier | null}
      onChange={(id) => onChange(id)}
      disabled={disabled}
      full
      ariaLabel={label}
      field={{ hiddenLabel: true, error: isRefused(error) }}
    />
  );
}

/** One value of a nested document, entered by its kind. */
export function ValueControl(props: ControlProps) {
  const { schema, label, value, disabled, error, onChange } = props;
  const { 'x-ref': reference, 'x-widget': widget } = schema;
  const precision = precisionOf(schema);
  if ((schema['x-codes'] || choicesOf(schema)) && schema.type !== 'array') return <CodeControl {...props} />;
  if (reference) return <ReferenceControl {...props} reference={reference} />;
  if (widget === 'money')
    return (
      <AmountControl
        value={value as number | null}
        onChange={onChange}
        disabled={disabled}
        error={isRefused(error)}
        inputProps={{ 'aria-label': label }}
      />
    );
  if (widget === 'image' || widget === 'images' || widget === 'file' || widget === 'files') {
    return (
      <FilePicker
        value={value}
        label={label}
        image={widget.startsWith('image')}
        several={widget.endsWith('s')}
        maxItems={schema.maxItems}
        disabled={disabled}
        invalid={isRefused(error)}
        onChange={onChange}
      />
    );
  }
  if (precision)
    return (
      <DateControl
        precision={precision}
        size="small"
        fullWidth
        hiddenLabel
        disabled={disabled}
        error={isRefused(error)}
        value={String(value ?? '')}
        onChange={onChange}
        slotProps={{ htmlInput: { 'aria-label': label } }}
      />
    );
  if (schema.type === 'boolean')
    return (
      <Switch
        checked={value === true}
        disabled={disabled}
        onChange={(_event, on) => onChange(on)}
        slotProps={{ input: { 'aria-label': label } }}
      />
    );
  const numeric = schema.type === 'integer' || schema.type === 'number';
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
  return (
    <OutlinedInput
      size="small"
      fullWidth
      disabled={disabled}
      error={isRefused(error)}
      value={text}
      onChange={(event) => onChange(numeric ? numberOf(event.target.value) : event.target.value)}
      inputProps={{ 'aria-label': label, maxLength: schema.maxLength, inputMode: numeric ? 'decimal' : 'text' }}
    />
  );
}
