import { Box } from '@mui/material';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useCodeLabel, useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';

/** No question is decided by pictures, nor by what a list draws of its own out of nothing that the record holds: links, buttons. */
export function isFact(model: Resource, name: string): boolean {
  const { kind, schema } = fieldNamed(model, name);
  return !['file', 'files'].includes(kind) && !(model.components[name]?.field && schema['x-compute']);
}

/** The words of a fact; of a relation what it is called. */
const textOf = (model: Resource, record: RaRecord, name: string): unknown =>
  record[fieldNamed(model, name).ref?.as ?? name];

/** A fact as a question shows it. No link: it would lead away from the question. */
export const FactValue = ({ model, record, name }: { model: Resource; record: RaRecord; name: string }) =>
  fieldNamed(model, name).ref ? (
    <>{String(textOf(model, record, name) ?? '')}</>
  ) : (
    <FieldValue model={model} name={name} record={record} />
  );

/**
 * Which record a question is about: its title and what tells it from its neighbours on a phone's card. A number alone says too little where
 * money moves. `without`: fields that the dialog asks for.
 */
export function RecordFacts({
  model,
  record,
  without = [],
}: {
  model: Resource;
  record: RaRecord;
  without?: readonly string[];
}) {
  const labels = useLabels(model.name);
  const title = recordTitle(model, record, useCodeLabel());
  const facts = model.list.card.filter((name) => {
    if (without.includes(name) || !isFact(model, name)) return false;
    const text = textOf(model, record, name);
    return !isBlank(text) && text !== title;
  });
  return (
    <Box sx={{ fontSize: 13 }}>
      <Box sx={{ fontWeight: 600 }}>{title}</Box>
      {facts.length > 0 && (
        <Box
          component="dl"
          sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.25 }}
        >
          {facts.map((name) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {labels.field(name)}
              </Box>
              <Box component="dd" sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
                <FactValue model={model} record={record} name={name} />
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
