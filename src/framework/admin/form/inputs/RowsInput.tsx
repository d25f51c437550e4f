import { Box, Button, IconButton, MenuItem, OutlinedInput, Select, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import { useTranslate } from 'react-admin';
import type { PropertySchema } from '../../../model/index.ts';
import { AmountControl } from '../../controls/AmountControl.tsx';
import { DateControl } from '../../controls/DateControl.tsx';
import { useAdminRuntime } from '../../model/runtime.tsx';
import { useCodeLabel, useLabels } from '../../values/labels.ts';
import { Labelled, type FormInputProps } from './Labelled.tsx';

type Row = Readonly<Record<string, unknown>>;

interface CellProps {
  readonly schema: PropertySchema;
  readonly label: string;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

const numberOf = (text: string): unknown => (text.trim() === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text);

/** One property of one row, entered by its kind. */
function Cell({ schema, label, value, disabled, onChange }: CellProps) {
  const { model } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const table = schema['x-codes'];
  if (table) {
    const codes = model.codes[table] ?? [];
    return (
      <Select size="small" fullWidth displayEmpty disabled={disabled} value={value === undefined || value === null ? '' : String(value)} inputProps={{ 'aria-label': label }} onChange={(event) => onChange(codes.find(({ code }) => String(code) === event.target.value)?.code)}>
        {codes.map(({ code }) => <MenuItem key={code} value={String(code)}>{codeLabel(table, code)}</MenuItem>)}
      </Select>
    );
  }
  if (schema['x-widget'] === 'money') return <AmountControl value={value as number | null} onChange={onChange} disabled={disabled} inputProps={{ 'aria-label': label }} />;
  const precision = schema.format === 'date' ? 'date' : schema.format === 'date-time' ? 'dateTime' : schema.format === 'time' || schema['x-widget'] === 'time' ? 'time' : undefined;
  if (precision) return <DateControl precision={precision} size="small" fullWidth hiddenLabel disabled={disabled} value={String(value ?? '')} onChange={onChange} slotProps={{ htmlInput: { 'aria-label': label } }} />;
  const numeric = schema.type === 'integer' || schema.type === 'number';
  return <OutlinedInput size="small" fullWidth disabled={disabled} value={value ?? ''} onChange={(event) => onChange(numeric ? numberOf(event.target.value) : event.target.value)} inputProps={{ 'aria-label': label, maxLength: schema.maxLength, inputMode: numeric ? 'decimal' : 'text' }} />;
}

/** A list of small documents as a table to fill in: one line each, one column a property. */
export function RowsInput(props: FormInputProps) {
  const labels = useLabels(props.model.name);
  const translate = useTranslate();
  const { items, maxItems = Infinity } = props.field.schema;
  const columns = Object.entries(items?.properties ?? {});
  const blank = Object.fromEntries(columns.flatMap(([name, schema]) => (schema.default === undefined ? [] : [[name, schema.default]])));
  return (
    <Labelled {...props} group>
      {({ value, onChange, disabled, ref }) => {
        const rows: readonly Row[] = Array.isArray(value) ? (value as Row[]) : [];
        const change = (index: number, name: string, next: unknown) => onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)));
        return (
          <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            {rows.length > 0 && (
              <Table size="small">
                <TableHead>
                  <TableRow>
                    {columns.map(([name]) => <TableCell key={name}>{labels.field(name)}</TableCell>)}
                    <TableCell aria-label={translate('admin.list.actions')} />
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.map((row, index) => (
                    <TableRow key={index}>
                      {columns.map(([name, schema]) => (
                        <TableCell key={name} sx={{ p: 0.5, minWidth: 120 }}>
                          <Cell schema={schema} label={`${labels.field(name)} ${index + 1}`} value={row[name]} disabled={disabled} onChange={(next) => change(index, name, next)} />
                        </TableCell>
                      ))}
                      <TableCell sx={{ p: 0.5, width: 40 }}>
                        <IconButton size="small" disabled={disabled} aria-label={translate('admin.form.removeRow', { number: index + 1 })} onClick={() => onChange(rows.filter((_row, at) => at !== index))}>
                          <DeleteOutline fontSize="small" />
                        </IconButton>
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            )}
            {rows.length < maxItems && (
              <Button size="small" startIcon={<Add />} disabled={disabled} ref={ref} onClick={() => onChange([...rows, blank])} sx={{ m: 0.5 }}>
                {translate('admin.form.addRow')}
              </Button>
            )}
          </Box>
        );
      }}
    </Labelled>
  );
}
