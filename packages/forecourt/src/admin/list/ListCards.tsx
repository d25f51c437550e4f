import { lazy, Suspense, type MouseEvent, type ReactNode } from 'react';
import { Box, Checkbox, Typography } from '@mui/material';
import { Link, RecordContextProvider, useListContext, useTranslate, type RaRecord } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useMarked } from '../live/index.ts';
import { RowActions } from '../actions/RowActions.tsx';
import { useRecordLink } from '../routing/useRecordLink.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { recordTitle, wholeName } from '../values/recordTitle.ts';
import { useRowClick } from '../rows/useRowClick.ts';
import { OWN_CLICK } from './ListRows.tsx';

const BulkActions = lazy(() => import('./BulkActions.tsx'));

/** A column that the server does not answer draws itself from the rest of the record. */
const isEmpty = (record: RaRecord, name: string): boolean => name in record && isBlank(record[name]);

interface CardProps {
  readonly resource: string;
  readonly id: RaRecord['id'];
  /** While rows are being selected: whether this one is, and what selects it. */
  readonly selection?: { readonly selected: boolean; readonly onToggle: () => void };
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function Card({ resource, id, selection, title, children }: CardProps) {
  const translate = useTranslate();
  const marked = useMarked(resource, id);
  const press = ({ target }: MouseEvent<HTMLElement>): void => {
    if (!(target as HTMLElement).closest(OWN_CLICK)) selection?.onToggle();
  };
  return (
    <Box
      component="li"
      data-changed={marked || undefined}
      onClick={selection && press}
      sx={{
        border: 1,
        borderColor: selection?.selected ? 'primary.main' : 'divider',
        borderRadius: 1,
        p: 1.5,
        bgcolor: 'background.paper',
        // A press on a link would lead away from what is being selected.
        ...(selection && { '& a': { pointerEvents: 'none' } }),
        ...(selection?.selected && {
          backgroundImage: ({ palette }) => `linear-gradient(${palette.action.selected}, ${palette.action.selected})`,
        }),
      }}
    >
      <Typography component="div" sx={{ fontWeight: 600, mb: 0.5, display: 'flex', alignItems: 'center' }}>
        {selection && (
          <Checkbox
            size="small"
            checked={selection.selected}
            onChange={selection.onToggle}
            slotProps={{ input: { 'aria-label': translate('admin.bulk.select', { id }) } }}
            sx={{ width: 44, height: 44, m: -1.25, mr: 0 }}
          />
        )}
        {/* The way in is as high as a thumb; the card is not higher for it. */}
        <Box sx={{ minWidth: 0, '& > a': { display: 'flex', alignItems: 'center', minHeight: 44, my: -1.5 } }}>
          {title}
        </Box>
      </Typography>
      {children}
    </Box>
  );
}

interface ListCardsProps {
  readonly model: Resource;
  /** The list's own. */
  readonly storeKey?: string;
  /** Rows are being selected: a press on a card chooses it. Ends that. */
  readonly onSelected?: () => void;
}

/** Rows on a phone: a card with the facts that identify the record, as far as it has them, and its actions. */
export function ListCards({ model, storeKey = model.name, onSelected }: ListCardsProps) {
  const { data = [], selectedIds, onToggleItem, onUnselectItems } = useListContext();
  const labels = useLabels(model.name);
  const linkTo = useRecordLink(model.name);
  const opens = useRowClick(model);
  const link = onSelected ? false : opens;
  const [first, ...others] = model.list.card;
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {data.map((record) => {
          // A relation is a link of its own, which this link cannot hold.
          const ref = opens && first ? model.entity.byName.get(first)?.ref : undefined;
          const title = ref
            ? String(record[ref.as] || `#${record.id}`)
            : first &&
              (opens && isBlank(record[first]) ? (
                recordTitle(model, record)
              ) : (
                <FieldValue model={model} name={first} record={record} />
              ));
          return (
            <RecordContextProvider key={record.id} value={record}>
              <Card
                resource={model.name}
                id={record.id}
                title={
                  link ? (
                    <Link
                      to={linkTo(link, record.id)}
                      aria-label={ref ? wholeName(model, record, String(record[ref.as])) : undefined}
                    >
                      {title}
                    </Link>
                  ) : (
                    title
                  )
                }
                selection={
                  onSelected && {
                    selected: selectedIds.includes(record.id),
                    onToggle: () => onToggleItem(record.id),
                  }
                }
              >
                {others
                  .filter((name) => !isEmpty(record, name))
                  .map((name) => (
                    <Box
                      key={name}
                      sx={{
                        display: 'flex',
                        gap: 1,
                        justifyContent: 'space-between',
                        fontSize: 13,
                        // Two links below each other are 24 px apart and more, in every script: a finger meets the one it means.
                        py: 0.5,
                        '& > [data-field]': { minWidth: 0, textAlign: 'end', overflowWrap: 'anywhere' },
                      }}
                    >
                      {/* What a value is called stays in one piece beside a long one. */}
                      <Box component="span" sx={{ color: 'text.secondary', flex: '0 0 auto', maxWidth: '50%' }}>
                        {labels.field(name)}
                      </Box>
                      <FieldValue model={model} name={name} record={record} tight />
                    </Box>
                  ))}
                {!onSelected && (
                  <Box
                    sx={{
                      mt: 1,
                      '&:not(:has(a, button))': { display: 'none' },
                      '& .text-button': { minHeight: 44 },
                    }}
                  >
                    <RowActions model={model} />
                  </Box>
                )}
              </Card>
            </RecordContextProvider>
          );
        })}
      </Box>
      {onSelected && (
        <Suspense>
          <BulkActions
            model={model}
            storeKey={storeKey}
            onDone={() => {
              onUnselectItems();
              onSelected();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
