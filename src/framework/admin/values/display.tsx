import { Fragment } from 'react';
import { Box, Link as MuiLink, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useCreatePath, useTranslate, type Identifier } from 'react-admin';
import { isPrivateFile, type PropertySchema } from '../../model/index.ts';
import { inFull, useChoice } from './useOptions.ts';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { PrivateThumbnail } from '../pictures/PrivateThumbnail.tsx';
import { useFileUrl } from './files.ts';
import { formatBy, formatMoney, formatNumber, isBlank, shortTime } from './format.ts';
import { areaToText } from './geoArea.ts';
import type { DisplayProps } from './kinds.ts';
import { useCodeLabel, useLabels } from './labels.ts';
import { positionOf } from './position.ts';
import { RecordLink } from './RecordLink.tsx';
import { ToneChip } from './ToneChip.tsx';

/** Stands where there is nothing: read as "none", not skipped. */
const NOTHING = '–';

/** Plain elements with their own style: lists show hundreds of values, and a styled component costs more than the value. */
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

export function PlainText({ value }: DisplayProps) {
  return <>{isBlank(value) ? NOTHING : typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}

export function LongText({ value }: DisplayProps) {
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {isBlank(value) ? NOTHING : String(value)}
    </Box>
  );
}

/** Four digits by definition: a year or a code, which nobody groups. */
const isYearLike = ({ minimum = 0, maximum = Infinity }: DisplayProps['field']['schema']): boolean =>
  minimum >= 1000 && maximum <= 9999;

export function NumberText({ field, value }: DisplayProps) {
  return (
    <span style={figures}>
      {typeof value === 'number'
        ? isYearLike(field.schema)
          ? value
          : formatBy(value, field.schema['x-format'])
        : isBlank(value)
          ? NOTHING
          : String(value)}
    </span>
  );
}

export function MoneyText({ value }: DisplayProps) {
  return <span style={figures}>{typeof value === 'number' ? formatMoney(value) : NOTHING}</span>;
}

export function PercentText({ value }: DisplayProps) {
  return <span style={figures}>{typeof value === 'number' ? `${formatNumber(value)} %` : NOTHING}</span>;
}

/** Fuel and the like: eighths of full. */
export function EighthsText({ value }: DisplayProps) {
  return <span style={figures}>{typeof value === 'number' ? `${value}/8` : NOTHING}</span>;
}

/** A wall clock or date as it came; in tight cells the application's short form, the whole of it on hover. */
export function TimeText({ value, short }: DisplayProps) {
  if (isBlank(value)) return <>{NOTHING}</>;
  const text = String(value);
  return (
    <span style={figures} title={short ? text : undefined}>
      {short ? shortTime(text) : text}
    </span>
  );
}

export function BooleanText({ value }: DisplayProps) {
  const translate = useTranslate();
  return <>{isBlank(value) ? NOTHING : translate(value ? 'ra.boolean.true' : 'ra.boolean.false')}</>;
}

export function SecretText({ value }: DisplayProps) {
  return <>{isBlank(value) ? NOTHING : '••••••'}</>;
}

/** A coded value: its word on its tone; tables without tones are plain words. */
export function CodeChip({ field, value }: DisplayProps) {
  const { model } = useAdminRuntime();
  const label = useCodeLabel();
  if (isBlank(value) || !field.codes) return <>{NOTHING}</>;
  const tone = model.codes[field.codes]?.find((one) => one.code === value)?.tone;
  return tone ? <ToneChip tone={tone} label={label(field.codes, value)} /> : <>{label(field.codes, value)}</>;
}

export function CodeList({ field, value }: DisplayProps) {
  const label = useCodeLabel();
  return (
    <>
      {Array.isArray(value) && value.length > 0 ? value.map((code) => label(field.codes!, code)).join(', ') : NOTHING}
    </>
  );
}

/** The related record by its title, as a link for those who may open it. */
export function RefText({ field, value, record }: DisplayProps) {
  const { model } = useAdminRuntime();
  const createPath = useCreatePath();
  const canDo = useCanDo();
  if (isBlank(value) || !field.ref) return <>{NOTHING}</>;
  const title = record[field.ref.as];
  const text = isBlank(title) ? `#${String(value)}` : String(title);
  const { resource } = field.ref;
  if (!model.entries.get(resource)?.route.show || !canDo(resource, 'show')) return <>{text}</>;
  return <RecordLink to={createPath({ resource, type: 'show', id: value as number })}>{text}</RecordLink>;
}

/** Several related records by the titles the server answers beside their ids. */
export function ListText({ field, value, record }: DisplayProps) {
  const titles = field.ref ? record[field.ref.as] : undefined;
  // The server joins the titles itself; commands may answer them as a list.
  if (typeof titles === 'string' && titles !== '') return <>{titles}</>;
  const list = Array.isArray(titles) ? titles : value;
  return <>{Array.isArray(list) && list.length > 0 ? list.join(', ') : isBlank(titles) ? NOTHING : String(titles)}</>;
}

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as string[]) : isBlank(value) ? [] : [String(value)];

function Thumbnail({ name, alt }: { name: string; alt: string }) {
  const url = useFileUrl(name);
  const size = {
    width: 40,
    height: 30,
    objectFit: 'cover',
    borderRadius: 0.5,
    display: 'block',
    bgcolor: 'action.hover',
  } as const;
  if (!url) return <Box component="span" sx={size} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
      <Box component="img" src={url} alt={alt} loading="lazy" sx={size} />
    </a>
  );
}

/** Small pictures of fixed size, so that rows do not move while they load. */
export function Thumbnails({ field, value, record, resource }: DisplayProps) {
  const labels = useLabels(resource);
  const pictures = names(value);
  if (pictures.length === 0) return <>{NOTHING}</>;
  if (isPrivateFile(field)) return <PrivateOne field={field} value={value} record={record} resource={resource} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {pictures.map((name, index) => (
        <Thumbnail key={name} name={name} alt={`${labels.field(field.name)} ${index + 1}`} />
      ))}
    </Box>
  );
}

/** A private picture, for who may see it; for others the word that there is one. */
function PrivateOne({ field, value, record, resource }: DisplayProps) {
  const labels = useLabels(resource);
  const translate = useTranslate();
  const canDo = useCanDo();
  const id = Number(record['id']);
  if (!canDo(resource, 'show')) return <>{translate('admin.picture.private')}</>;
  const title = translate('admin.picture.view', { name: labels.field(field.name) });
  return <PrivateThumbnail resource={resource} id={id} field={field.name} name={String(value)} title={title} />;
}

function FileName({ name }: { name: string }) {
  const url = useFileUrl(name);
  return url ? (
    <MuiLink href={url} target="_blank" rel="noreferrer" sx={{ mr: 1 }} onClick={(event) => event.stopPropagation()}>
      {name}
    </MuiLink>
  ) : (
    <>{name}</>
  );
}

export function FileLinks({ value }: DisplayProps) {
  const files = names(value);
  return files.length === 0 ? (
    <>{NOTHING}</>
  ) : (
    <>
      {files.map((name) => (
        <FileName key={name} name={name} />
      ))}
    </>
  );
}

/** A position as it is typed. */
export function PointText({ value }: DisplayProps) {
  const at = positionOf(value as Record<string, unknown> | null);
  return <span style={figures}>{at ? `${at.latitude}, ${at.longitude}` : NOTHING}</span>;
}

/** Corners of an area, as they are typed. */
export function AreaText({ value }: DisplayProps) {
  const text = areaToText(value);
  return (
    <Box component="span" sx={{ ...figures, whiteSpace: 'pre-line' }}>
      {text === '' ? NOTHING : text}
    </Box>
  );
}

export function JsonText({ value }: DisplayProps) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {isBlank(value) ? NOTHING : JSON.stringify(value)}
    </Box>
  );
}

/** One value of a nested document as text. */
function NestedValue({ schema, value }: { schema: PropertySchema; value: unknown }) {
  const codeLabel = useCodeLabel();
  if (isBlank(value)) return <>{NOTHING}</>;
  if (schema['x-codes']) return <>{codeLabel(schema['x-codes'], value)}</>;
  if (schema['x-widget'] === 'money' && typeof value === 'number') return <>{formatMoney(value)}</>;
  if (schema['x-widget'] === 'image' && typeof value === 'string') return <Thumbnail name={value} alt="" />;
  if (schema['x-ref']) return <RelatedTitle resource={schema['x-ref'].resource} id={value as Identifier} />;
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}

function RelatedTitle({ resource, id }: { resource: string; id: Identifier }) {
  const choice = useChoice(resource, id);
  return <>{choice ? inFull(choice) : `#${id}`}</>;
}

/** A nested document: its properties with their labels. */
export function ObjectList({ field, value, resource }: DisplayProps) {
  const labels = useLabels(resource);
  if (typeof value !== 'object' || value === null) return <>{NOTHING}</>;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
      {Object.entries(field.schema.properties ?? {}).map(([name, schema]) => (
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
