import { Fragment } from 'react';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Identifier } from 'react-admin';
import type { PropertySchema } from '../../model/index.ts';
import { inFull, useChoice } from './useOptions.ts';
import { NOTHING } from './display.tsx';
import { Thumbnail } from './displayFiles.tsx';
import { formatMoney, isBlank } from './format.ts';
import { WordsText } from './displaySentences.tsx';
import type { DisplayProps } from './kinds.ts';
import { useCodeLabel, useLabels } from './labels.ts';

/** One value of a nested document as text. */
function NestedValue({ schema, value }: { schema: PropertySchema; value: unknown }) {
  const codeLabel = useCodeLabel();
  if (isBlank(value)) return <>{NOTHING}</>;
  if (schema['x-codes']) return <>{codeLabel(schema['x-codes'], value)}</>;
  if (schema['x-widget'] === 'money' && typeof value === 'number') return <>{formatMoney(value)}</>;
  if (schema['x-widget'] === 'image' && typeof value === 'string') return <Thumbnail name={value} alt="" />;
  if (schema['x-widget'] === 'words') return <WordsText value={value} />;
  if (schema['x-ref']) return <RelatedTitle resource={schema['x-ref'].resource} id={value as Identifier} />;
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}

function RelatedTitle({ resource, id }: { resource: string; id: Identifier }) {
  const choice = useChoice(resource, id);
  return <>{choice ? inFull(choice) : `#${id}`}</>;
}

/** A nested document: its properties with their labels; a start and an end in one word. */
export function ObjectList({ field, value, resource }: DisplayProps) {
  const labels = useLabels(resource);
  if (typeof value !== 'object' || value === null) return <>{NOTHING}</>;
  const properties = Object.entries(field.schema.properties ?? {});
  // Hours, say: `07:00–22:00`.
  const { start, end } = value as { readonly start?: string; readonly end?: string };
  if (start && end && properties.length === 2) return <>{`${start}–${end}`}</>;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {properties.map(([name, schema]) => (
        <span key={name}>
          <Box component="span" sx={{ color: 'text.secondary', mr: 0.75 }}>
            {labels.field(name)}
          </Box>
          <NestedValue schema={schema} value={(value as Record<string, unknown>)[name]} />
        </span>
      ))}
    </Box>
  );
}

/** Documents that a line has room for. */
const IN_A_LINE = 2;

/** A list of small documents as a table of their properties; in a tight cell the first ones as text, and how many more there are. */
export function RowsTable({ field, value, resource, tight }: DisplayProps) {
  const labels = useLabels(resource);
  const columns = Object.entries(field.schema.items?.properties ?? {});
  if (!Array.isArray(value) || value.length === 0) return <>{NOTHING}</>;
  if (tight) {
    const more = value.length - IN_A_LINE;
    return (
      <span>
        {(value as Record<string, unknown>[]).slice(0, IN_A_LINE).map((row, index) => (
          <Fragment key={index}>
            {index > 0 && '; '}
            {columns.map(([name, schema], at) => (
              <Fragment key={name}>
                {at > 0 && ' '}
                <NestedValue schema={schema} value={row[name]} />
              </Fragment>
            ))}
          </Fragment>
        ))}
        {more > 0 && ` +${more}`}
      </span>
    );
  }
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {columns.map(([name]) => (
            <TableCell key={name}>{labels.field(name)}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {(value as Record<string, unknown>[]).map((row, index) => (
          <TableRow key={index}>
            {columns.map(([name, schema]) => (
              <TableCell key={name}>
                <NestedValue schema={schema} value={row[name]} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
