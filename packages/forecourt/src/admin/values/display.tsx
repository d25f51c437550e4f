import { useCreatePath, useTranslate } from 'react-admin';
import { largeWhole } from '../../model/index.ts';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import {
  currency,
  formatAmount,
  formatBy,
  formatMoney,
  formatNumber,
  isBlank,
  shortDate,
  shortTime,
} from './format.ts';
import { areaToText } from './geoArea.ts';
import type { DisplayProps } from './kinds.ts';
import { useCodeLabel } from './labels.ts';
import { positionOf } from './position.ts';
import { RecordLink } from './RecordLink.tsx';
import { ToneChip } from './ToneChip.tsx';

/** Stands where there is nothing: read as "none", not skipped. */
export const NOTHING = '–';

/** Plain elements with their own style: lists show hundreds of values, and a styled component costs more than the value. */
const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;

export function PlainText({ value }: DisplayProps) {
  return <>{isBlank(value) ? NOTHING : typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}

export function LongText({ value }: DisplayProps) {
  return (
    <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{isBlank(value) ? NOTHING : String(value)}</span>
  );
}

/** Four digits by definition: a year or a code, which nobody groups. */
const isYearLike = ({ minimum = 0, maximum = Infinity }: DisplayProps['field']['schema']): boolean =>
  minimum >= 1000 && maximum <= 9999;

export function NumberText({ field, value }: DisplayProps) {
  const number = typeof value === 'number' ? value : largeWhole(value);
  return (
    <span style={figures}>
      {number !== undefined
        ? isYearLike(field.schema)
          ? String(number)
          : formatBy(number, field.schema['x-format'])
        : isBlank(value)
          ? NOTHING
          : String(value)}
    </span>
  );
}

/** An amount with its currency. In a tight cell the currency is an element of its own: the table of a list says it in its head. */
export function MoneyText({ value, tight }: DisplayProps) {
  if (typeof value !== 'number') return <span style={figures}>{NOTHING}</span>;
  if (!tight) return <span style={figures}>{formatMoney(value)}</span>;
  return (
    <span style={figures}>
      <span data-unit="">{`${currency()} `}</span>
      <span>{formatAmount(value)}</span>
    </span>
  );
}

export function PercentText({ value }: DisplayProps) {
  return <span style={figures}>{typeof value === 'number' ? `${formatNumber(value)} %` : NOTHING}</span>;
}

/** Fuel and the like: eighths of full. */
export function EighthsText({ value }: DisplayProps) {
  return <span style={figures}>{typeof value === 'number' ? `${value}/8` : NOTHING}</span>;
}

/** `2027-03-04 10:00:30` to the minute. Times whose digits of seconds are kept stay whole. */
const toTheMinute = (text: string, field: DisplayProps['field']): string =>
  field.schema['x-precision'] === undefined ? text.replace(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/, '$1') : text;

/** A wall clock or date as it came; in tight cells to the minute or in the application's short form, the whole of it on hover. */
export function TimeText({ field, value, short, tight }: DisplayProps) {
  if (isBlank(value)) return <>{NOTHING}</>;
  const text = String(value);
  const shown = short
    ? field.kind === 'date'
      ? shortDate(text)
      : shortTime(text)
    : tight
      ? toTheMinute(text, field)
      : text;
  return (
    <span style={figures} title={shown === text ? undefined : text}>
      {shown}
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

/** A position as it is typed. */
export function PointText({ value }: DisplayProps) {
  const at = positionOf(value as Record<string, unknown> | null);
  return <span style={figures}>{at ? `${at.latitude}, ${at.longitude}` : NOTHING}</span>;
}

/** Corners of an area, as they are typed. */
export function AreaText({ value }: DisplayProps) {
  const text = areaToText(value);
  return <span style={{ ...figures, whiteSpace: 'pre-line' }}>{text === '' ? NOTHING : text}</span>;
}

export function JsonText({ value }: DisplayProps) {
  return <span style={{ overflowWrap: 'anywhere' }}>{isBlank(value) ? NOTHING : JSON.stringify(value)}</span>;
}
