import { useState, type ReactNode } from 'react';
import {
  Box,
  Button,
  FormHelperText,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import { useTranslate } from 'react-admin';
import type { PropertySchema } from '../../model/index.ts';
import { useLabels } from '../values/labels.ts';
import { errorAt, NestedProblem } from './NestedProblem.tsx';
import { ValueControl, type ControlProps } from './ValueControl.tsx';

type Document = Readonly<Record<string, unknown>>;

/** Nested documents stand on their own lines. */
const isDocument = (schema: PropertySchema): boolean =>
  schema.properties !== undefined || schema.items?.properties !== undefined;

/** One property of a nested document: a document again, or a value. */
function PropertyControl(props: ControlProps) {
  if (props.schema.properties) return <ObjectControl {...props} />;
  if (props.schema.items?.properties) return <RowsControl {...props} />;
  return <ValueControl {...props} />;
}

/** The name above a control, which says it itself. */
function PropertyLabel({ children }: { children: ReactNode }) {
  return (
    <Box aria-hidden sx={{ fontSize: 12, color: 'text.secondary', mb: 0.25 }}>
      {children}
    </Box>
  );
}

/** The document with another value of a property; an emptied one leaves it. */
function withProperty(document: Document, name: string, value: unknown): Document {
  const { [name]: _before, ...others } = document;
  return value === null || value === undefined || value === '' ? others : { ...others, [name]: value };
}

/** One nested document: its properties side by side, each with its label. Emptied properties leave the document. */
export function ObjectControl({ resource, schema, value, disabled, error, onChange }: ControlProps) {
  const labels = useLabels(resource);
  const document = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Document;
  const change = (name: string, next: unknown) => {
    const changed = withProperty(document, name, next);
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
          <PropertyLabel>{labels.field(name)}</PropertyLabel>
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

interface LineProps extends Omit<ControlProps, 'schema' | 'label' | 'value' | 'onChange'> {
  readonly columns: readonly (readonly [name: string, schema: PropertySchema])[];
  readonly row: Document;
  readonly number: number;
  readonly onChange: (name: string, value: unknown) => void;
  readonly onRemove: () => void;
}

/** The control of one property of a line, with what is wrong with it. */
function LineValue({ name, schema, line }: { name: string; schema: PropertySchema; line: LineProps }) {
  const labels = useLabels(line.resource);
  return (
    <>
      <PropertyControl
        resource={line.resource}
        schema={schema}
        label={`${labels.field(name)} ${line.number}`}
        value={line.row[name]}
        disabled={line.disabled}
        error={errorAt(line.error, name)}
        onChange={(next) => line.onChange(name, next)}
      />
      {!isDocument(schema) && <NestedProblem error={errorAt(line.error, name)} />}
    </>
  );
}

function RemoveLine({ number, disabled, onRemove }: LineProps) {
  const translate = useTranslate();
  return (
    <IconButton
      size="small"
      disabled={disabled}
      aria-label={translate('admin.form.removeRow', { number })}
      onClick={onRemove}
    >
      <DeleteOutline fontSize="small" />
    </IconButton>
  );
}

/** Less would cut an amount, or the name of what is chosen. */
const leastWidth = (schema: PropertySchema): number => (schema['x-ref'] ? 220 : 150);

function TableLine(line: LineProps) {
  return (
    <TableRow>
      {line.columns.map(([name, schema]) => (
        <TableCell key={name} sx={{ p: 0.5, minWidth: leastWidth(schema) }}>
          <LineValue name={name} schema={schema} line={line} />
        </TableCell>
      ))}
      <TableCell sx={{ p: 0.5, width: 48 }}>
        <RemoveLine {...line} />
      </TableCell>
    </TableRow>
  );
}

/** A line where the screen has no room for columns: its properties below each other, with their labels. */
function StackedLine(line: LineProps) {
  const labels = useLabels(line.resource);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, p: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>
        {line.columns.map(([name, schema]) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <PropertyLabel>{labels.field(name)}</PropertyLabel>
            <LineValue name={name} schema={schema} line={line} />
          </Box>
        ))}
      </Box>
      <RemoveLine {...line} />
    </Box>
  );
}

export interface RowsControlProps extends ControlProps {
  /** The lines are records, of which an emptied property is saved as empty; of a document it is left out. */
  readonly records?: boolean;
  /** Why no further line may be added, as a message key; undefined when one may. */
  readonly refuseLine?: (rows: readonly Document[]) => string | undefined;
}

/** A list of nested documents: one line each, one column a property. */
export function RowsControl({
  resource,
  schema,
  value,
  disabled,
  error,
  onChange,
  refuseLine,
  records,
}: RowsControlProps) {
  const labels = useLabels(resource);
  const translate = useTranslate();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { items, maxItems = Infinity } = schema;
  const columns = Object.entries(items?.properties ?? {});
  const blank = Object.fromEntries(
    columns.flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
  );
  const rows: readonly Document[] = Array.isArray(value) ? (value as Document[]) : [];
  const [refusal, setRefusal] = useState<string>();
  const add = () => {
    const refused = refuseLine?.(rows);
    setRefusal(refused);
    if (refused === undefined) onChange([...rows, blank]);
  };
  const change = (index: number, name: string, next: unknown) =>
    onChange(
      rows.map((row, at) => (at !== index ? row : records ? { ...row, [name]: next } : withProperty(row, name, next))),
    );
  const Line = narrow ? StackedLine : TableLine;
  const lines = rows.map((row, index) => (
    <Line
      key={index}
      {...{ resource, columns, row, disabled }}
      number={index + 1}
      error={errorAt(error, index)}
      onChange={(name, next) => change(index, name, next)}
      onRemove={() => {
        setRefusal(undefined);
        onChange(rows.filter((_row, at) => at !== index));
      }}
    />
  ));
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}>
      {rows.length > 0 && narrow && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines}
        </Box>
      )}
      {rows.length > 0 && !narrow && (
        <Table size="small">
          <TableHead>
            <TableRow>
              {columns.map(([name]) => (
                <TableCell key={name}>{labels.field(name)}</TableCell>
              ))}
              <TableCell>{translate('admin.list.actions')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>{lines}</TableBody>
        </Table>
      )}
      {rows.length < maxItems && (
        <Button size="small" startIcon={<Add />} disabled={disabled} onClick={add} sx={{ m: 0.5 }}>
          {translate('admin.form.addRow')}
        </Button>
      )}
      {refusal !== undefined && (
        <FormHelperText error role="alert" sx={{ mx: 1, mb: 1 }}>
          {translate(refusal)}
        </FormHelperText>
      )}
    </Box>
  );
}
