import type { ReactNode } from 'react';
import { Box } from '@mui/material';
import { Link, useTranslate, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useRowClick } from '../rows/useRowClick.ts';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { FieldValue, fieldNamed } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useCodeLabel, useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';

/** The value of a fact as plain text, for names of records in links and messages. */
export function useFactText(model: Resource): (name: string | undefined, record: RaRecord) => string {
  const codeLabel = useCodeLabel();
  const translate = useTranslate();
  return (name, record) => {
    const field = name === undefined ? undefined : fieldNamed(model, name);
    const value: unknown = field && record[field.kind === 'ref' ? (field.ref?.as ?? field.name) : field.name];
    if (!field || isBlank(value)) return recordTitle(model, record);
    if (field.kind === 'code' && field.codes) return codeLabel(field.codes, value);
    if (field.kind === 'boolean') return translate(`ra.boolean.${String(value)}`);
    return String(value);
  };
}

/** What a record is called, as a link to its detail or form for those who may open it. */
export function RecordName({
  model,
  record,
  name,
  children,
  after,
}: {
  model: Resource;
  record: RaRecord;
  /** The fact that names the record. */
  name: string | undefined;
  /** Before the name, inside the link. */
  children?: ReactNode;
  /** Behind it, inside the link. */
  after?: ReactNode;
}) {
  const link = useRowClick(model);
  const linkTo = useRecordLink(model.name);
  const text = useFactText(model)(name, record);
  const content = (
    <>
      {children}
      {text}
      {after}
    </>
  );
  return link ? (
    <Link to={linkTo(link, record.id)} draggable={false} sx={{ fontWeight: 500, color: 'inherit' }}>
      {content}
    </Link>
  ) : (
    <span>{content}</span>
  );
}

/** The other facts of a record, label beside value. */
export function RecordFacts({ model, record, names }: { model: Resource; record: RaRecord; names: readonly string[] }) {
  const labels = useLabels(model.name);
  return (
    <>
      {names.map((name) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            gap: 1,
            justifyContent: 'space-between',
            fontSize: 13,
            '& a': { display: 'inline-block', lineHeight: '24px' },
            minHeight: 24,
            alignItems: 'center',
            minWidth: 0,
          }}
        >
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {labels.field(name)}
          </Box>
          <FieldValue model={model} name={name} record={record} tight />
        </Box>
      ))}
    </>
  );
}
