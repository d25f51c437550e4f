import {
  Box,
  Button,
  FormControlLabel,
  IconButton,
  MenuItem,
  OutlinedInput,
  Select,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import { useTranslate, type Identifier } from 'react-admin';
import { choicesOf, type PropertySchema, type RefKeyword } from '../../../model/index.ts';
import { AmountControl } from '../../controls/AmountControl.tsx';
import { DateControl } from '../../controls/DateControl.tsx';
import { RelationControl } from '../../controls/RelationControl.tsx';
import { useFitting } from '../../controls/useFitting.ts';
import { useAdminRuntime } from '../../model/runtime.tsx';
import { useCodeLabel, useLabels } from '../../values/labels.ts';
import { FilePicker } from './FilePicker.tsx';
import { errorAt, NestedProblem } from './NestedProblem.tsx';

type Document = Readonly<Record<string, unknown>>;

interface ControlProps {
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

const precisionOf = ({ format, 'x-widget': widget }: PropertySchema): 'date' | 'dateTime' | 'time' | undefined =>
  format === 'date'
    ? 'date'
    : format === 'date-time'
      ? 'dateTime'
      : format === 'time' || widget === 'time'
        ? 'time'
        : undefined;

/** Nested documents stand on their own lines. */
const isDocument = (schema: PropertySchema): boolean =>
  schema.properties !== undefined || schema.items?.properties !== undefined;

function CodeControl({ schema, label, value, disabled, onChange }: ControlProps) {
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

function ReferenceControl({ reference, label, value, disabled, onChange }: ControlProps & { reference: RefKeyword }) {
  return (
    <RelationControl
      resource={reference.resource}
      where={useFitting(reference)}
      value={value as Identifier | null}
      onChange={(id) => onChange(id)}
      disabled={disabled}
      ariaLabel={label}
      field={{ hiddenLabel: true }}
    />
  );
}

/** One property of a nested document, entered by its kind. */
function PropertyControl(props: ControlProps) {
  const { schema, label, value, disabled, onChange } = props;
  const { 'x-ref': reference, 'x-widget': widget } = schema;
  const precision = precisionOf(schema);
  if (schema.properties) return <ObjectControl {...props} />;
  if (schema.items?.properties) return <RowsControl {...props} />;
  if ((schema['x-codes'] || choicesOf(schema)) && schema.type !== 'array') return <CodeControl {...props} />;
  if (reference) return <ReferenceControl {...props} reference={reference} />;
  if (widget === 'money')
    return (
      <AmountControl
        value={value as number | null}
        onChange={onChange}
        disabled={disabled}
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
        invalid={false}
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
      value={text}
      onChange={(event) => onChange(numeric ? numberOf(event.target.value) : event.target.value)}
      inputProps={{ 'aria-label': label, maxLength: schema.maxLength, inputMode: numeric ? 'decimal' : 'text' }}
    />
  );
}

/** One nested document: its properties side by side, each with its label. Emptied properties leave the document. */
export function ObjectControl({ resource, schema, value, disabled, error, onChange }: ControlProps) {
  const labels = useLabels(resource);
  const document = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Document;
  const change = (name: string, next: unknown) => {
    const { [name]: _before, ...others } = document;
    const changed = next === null || next === undefined || next === '' ? others : { ...others, [name]: next };
    onChange(Object.keys(changed).length > 0 ? changed : null);
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 170px), 1fr))',
      }}
    >
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <Box key={name} sx={{ minWidth: 0, ...(isDocument(property) ? { gridColumn: '1 / -1' } : {}) }}>
          <Box aria-hidden sx={{ fontSize: 12, color: 'text.secondary', mb: 0.25 }}>
            {labels.field(name)}
          </Box>
          <PropertyControl
            resource={resource}
            schema={property}
            label={labels.field(name)}
            value={document[name]}
            disabled={disabled}
            error={errorAt(error, name)}
            onChange={(next) => change(name, next)}
          />
          {!isDocument(property) && <NestedProblem error={errorAt(error, name)} />}
        </Box>
      ))}
    </Box>
  );
}

/** A list of nested documents: one line each, one column a property. */
export function RowsControl({ resource, schema, value, disabled, error, onChange }: ControlProps) {
  const labels = useLabels(resource);
  const translate = useTranslate();
  const { items, maxItems = Infinity } = schema;
  const columns = Object.entries(items?.properties ?? {});
  const blank = Object.fromEntries(
    columns.flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
  );
  const rows: readonly Document[] = Array.isArray(value) ? (value as Document[]) : [];
  const change = (index: number, name: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)));
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
      {rows.length > 0 && (
        <Table size="small">
          <TableHead>
            <TableRow>
              {columns.map(([name]) => (
                <TableCell key={name}>{labels.field(name)}</TableCell>
              ))}
              <TableCell>{translate('admin.list.actions')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              <TableRow key={index}>
                {columns.map(([name, property]) => (
                  <TableCell key={name} sx={{ p: 0.5, minWidth: 130 }}>
                    <PropertyControl
                      resource={resource}
                      schema={property}
                      label={`${labels.field(name)} ${index + 1}`}
                      value={row[name]}
                      disabled={disabled}
                      error={errorAt(errorAt(error, index), name)}
                      onChange={(next) => change(index, name, next)}
                    />
                    {!isDocument(property) && <NestedProblem error={errorAt(errorAt(error, index), name)} />}
                  </TableCell>
                ))}
                <TableCell sx={{ p: 0.5, width: 48 }}>
                  <IconButton
                    size="small"
                    disabled={disabled}
                    aria-label={translate('admin.form.removeRow', { number: index + 1 })}
                    onClick={() => onChange(rows.filter((_row, at) => at !== index))}
                  >
                    <DeleteOutline fontSize="small" />
                  </IconButton>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {rows.length < maxItems && (
        <Button
          size="small"
          startIcon={<Add />}
          disabled={disabled}
          onClick={() => onChange([...rows, blank])}
          sx={{ m: 0.5 }}
        >
          {translate('admin.form.addRow')}
        </Button>
      )}
    </Box>
  );
}
