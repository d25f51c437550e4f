import { Alert, Box } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { wholeOf, wireWhole, type Action, type Resource } from '../../model/index.ts';
import { fieldNamed, FieldValue } from '../values/FieldValue.tsx';
import { FigureTable } from '../values/FigureTable.tsx';
import { humanise } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { recordTitle } from '../values/recordTitle.ts';
import { FactValue, isFact } from './RecordFacts.tsx';

interface SelectedFactsProps {
  readonly model: Resource;
  readonly action: Action;
  readonly rows: readonly RaRecord[];
  /** Selected rows that are not among them. */
  readonly left: number;
}

/** Beside the title and what is added up: more would not be read. */
const MORE_FACTS = 2;
/** What of a list is seen at once below the question. */
const HEIGHT = 232;

/** Added up in the smallest unit of the property: sums of decimal fractions are not exact. */
function sumOf(rows: readonly RaRecord[], name: string, digits: number): number | string {
  const unit = 10 ** digits;
  const wholes = rows.map((row) => wholeOf(row[name] ?? 0));
  // Digits that no number keeps are added up as they are.
  if (wholes.every((whole) => whole !== undefined)) return wireWhole(wholes.reduce((sum, whole) => sum + whole, 0n));
  return rows.reduce((sum, row) => sum + Math.round(Number(row[name] ?? 0) * unit), 0) / unit;
}

/** Which rows a question is about: their number, what they come to (`sums`), and each by its name. */
export function SelectedFacts({ model, action, rows, left }: SelectedFactsProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const sums = action.sums ?? [];
  const asked = [
    ...sums,
    ...(action.ask ?? []),
    model.entity.stateField,
    ...model.entity.title.map(({ last }) => last),
  ];
  const facts = model.list.card.filter((name) => !asked.includes(name) && isFact(model, name)).slice(0, MORE_FACTS);
  const called = translate(`resources.${model.name}.name`, { _: humanise(model.name) });
  const count = translate('admin.bulk.selected', { smart_count: rows.length });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {rows.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, fontWeight: 600 }}>
          <span>{count}</span>
          {sums.map((name) => (
            <span key={name}>
              {labels.field(name)}{' '}
              <FieldValue
                model={model}
                name={name}
                record={{ [name]: sumOf(rows, name, fieldNamed(model, name).digits) }}
              />
            </span>
          ))}
        </Box>
      )}
      {left > 0 && (
        <Alert severity={rows.length > 0 ? 'info' : 'warning'}>
          {translate(rows.length > 0 ? 'admin.bulk.unfit' : 'admin.bulk.none', { smart_count: left })}
        </Alert>
      )}
      {rows.length > 0 && (
        <Box
          sx={{
            maxHeight: HEIGHT,
            overflowY: 'auto',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            p: { xs: 1, sm: 0 },
          }}
        >
          <FigureTable
            label={count}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { key: 'title', label: called, cell: (row) => recordTitle(model, row) },
              ...facts.map((name) => ({
                key: name,
                label: labels.field(name),
                cell: (row: RaRecord) => <FactValue model={model} record={row} name={name} />,
              })),
              ...sums.map((name) => ({
                key: name,
                label: labels.field(name),
                align: 'right' as const,
                cell: (row: RaRecord) => <FieldValue model={model} name={name} record={row} tight />,
              })),
            ]}
          />
        </Box>
      )}
    </Box>
  );
}
