import type { ReactNode } from 'react';
import { Box, Typography } from '@mui/material';
import { Link, RecordContextProvider, useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useMarked } from '../live/index.ts';
import { RowActions } from '../actions/RowActions.tsx';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { useRowClick } from '../rows/useRowClick.ts';

/** A column that the server does not answer draws itself from the rest of the record. */
const isEmpty = (record: RaRecord, name: string): boolean => name in record && isBlank(record[name]);

function Card({ resource, id, children }: { resource: string; id: RaRecord['id']; children: ReactNode }) {
  const marked = useMarked(resource, id);
  return (
    <Box
      component="li"
      data-changed={marked || undefined}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, bgcolor: 'background.paper' }}
    >
      {children}
    </Box>
  );
}

/** Rows on a phone: a card with the facts that identify the record, as far as it has them, and its actions. */
export function ListCards({ model }: { model: Resource }) {
  const { data = [] } = useListContext();
  const labels = useLabels(model.name);
  const linkTo = useRecordLink(model.name);
  const link = useRowClick(model);
  const [first, ...others] = model.list.card;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {data.map((record) => {
        // A relation is a link of its own, which this link cannot hold.
        const ref = link && first ? model.entity.byName.get(first)?.ref : undefined;
        const title = ref
          ? String(record[ref.as] || `#${record.id}`)
          : first &&
            (link && isBlank(record[first]) ? (
              recordTitle(model, record)
            ) : (
              <FieldValue model={model} name={first} record={record} />
            ));
        return (
          <RecordContextProvider key={record.id} value={record}>
            <Card resource={model.name} id={record.id}>
              <Typography component="div" sx={{ fontWeight: 600, mb: 0.5 }}>
                {link ? <Link to={linkTo(link, record.id)}>{title}</Link> : title}
              </Typography>
              {others
                .filter((name) => !isEmpty(record, name))
                .map((name) => (
                  <Box
                    key={name}
                    sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', fontSize: 13, py: 0.25 }}
                  >
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {labels.field(name)}
                    </Box>
                    <FieldValue model={model} name={name} record={record} tight />
                  </Box>
                ))}
              <Box
                sx={{
                  mt: 1,
                  '&:not(:has(a, button))': { display: 'none' },
                  '& .MuiButton-root, & .MuiIconButton-root': { minHeight: 40 },
                }}
              >
                <RowActions model={model} />
              </Box>
            </Card>
          </RecordContextProvider>
        );
      })}
    </Box>
  );
}
