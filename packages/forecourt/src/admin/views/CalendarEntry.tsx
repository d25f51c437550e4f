import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import type { RaRecord } from 'react-admin';
import type { ListViews, Resource, Tone } from '../../model/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { isBlank } from '../values/format.ts';
import { useCodeLabel } from '../values/labels.ts';
import { RecordName, useFactText } from './RecordName.tsx';

interface CalendarEntryProps {
  readonly model: Resource;
  readonly calendar: NonNullable<ListViews['calendar']>;
  readonly record: RaRecord;
}

/** Height of an entry: a target that a finger hits. */
export const ENTRY_HEIGHT = 24;
/** Room for the hour at the end of a bar. */
const HOUR_WIDTH = 50;
/** Between the insides of two neighbouring days: padding, line, padding. */
const GUTTER = 9;

/** The state of a record, which gives its entry colour and a word; undefined where nothing has a tone. */
export function useRecordState(
  model: Resource,
): (record: RaRecord) => { readonly tone: Tone; readonly label: string } | undefined {
  const { model: admin } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const name = model.entity.stateField ?? model.list.views.board?.by;
  const table = name === undefined ? undefined : model.entity.byName.get(name)?.codes;
  if (name === undefined || table === undefined) return () => undefined;
  return (record) => {
    const value: unknown = record[name];
    const tone = admin.codes[table]?.find(({ code }) => code === value)?.tone;
    return tone && { tone, label: codeLabel(table, value) };
  };
}

/** Facts that are names themselves, or of related records: beside the first they tell whom or what a bar is about. */
const furtherNames = (model: Resource, fields: readonly string[]): readonly string[] =>
  fields
    .slice(1)
    .filter((fact) => ['string', 'ref'].includes(model.entity.byName.get(fact)?.kind ?? ''))
    .slice(0, 2);

/** The hour of a moment; nothing of a day. */
const hourOf = (moment: unknown): string => String(moment ?? '').slice(11, 16);

interface BarProps extends CalendarEntryProps {
  readonly length: number;
  /** Whether the record's first and its last day are among those that the bar covers. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** A record on its first day in a week, drawn over the `length` days that it lasts there, with the hours at its ends. */
export function CalendarEntry({ model, calendar, record, length, begins, ends }: BarProps) {
  const state = useRecordState(model)(record);
  const factText = useFactText(model);
  const name = factText(calendar.fields[0], record);
  const others = furtherNames(model, calendar.fields)
    .filter((fact) => !isBlank(record[fact]))
    .map((fact) => factText(fact, record));
  const [from, to] = [record[calendar.start], calendar.end === undefined ? undefined : record[calendar.end]];
  const period = [from, ...(isBlank(to) ? [] : [to])].map((moment) => String(moment).slice(0, 16)).join(' – ');
  const [first, last] = [begins ? hourOf(from) : '', ends ? hourOf(to) : ''];
  return (
    <Box
      component="li"
      title={[name, ...others, period, ...(state ? [state.label] : [])].join(' · ')}
      sx={{
        position: 'relative',
        zIndex: 1,
        width: `calc(${length * 100}% + ${(length - 1) * GUTTER}px)`,
        height: ENTRY_HEIGHT,
        mb: '2px',
        borderRadius: '4px',
        bgcolor: state ? `var(--tone-${state.tone}-soft)` : 'action.selected',
        borderLeft: begins ? 3 : 0,
        borderColor: state ? `var(--tone-${state.tone})` : 'primary.main',
        overflow: 'hidden',
        fontSize: 12,
        // Named, so that it counts for more than the line height that a link brings along: all of the bar is to be hit.
        '& > a, & > span': {
          display: 'block',
          pl: 0.75,
          pr: last ? `${HOUR_WIDTH}px` : 0.75,
          lineHeight: `${ENTRY_HEIGHT}px`,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
      }}
    >
      <RecordName
        model={model}
        record={record}
        name={calendar.fields[0]}
        after={
          others.length > 0 && (
            <Box component="span" sx={{ fontWeight: 400 }}>
              {` · ${others.join(' · ')}`}
            </Box>
          )
        }
      >
        {first && <Box component="span" sx={{ mr: 0.5, fontVariantNumeric: 'tabular-nums' }}>{`${first} `}</Box>}
      </RecordName>
      {last && (
        // Over the end of the link, which is to be hit there, too.
        <Box
          sx={{
            ...{ position: 'absolute', top: 0, right: 6, pointerEvents: 'none' },
            lineHeight: `${ENTRY_HEIGHT}px`,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {`–${last}`}
        </Box>
      )}
      {state && <Box sx={visuallyHidden}>{state.label}</Box>}
    </Box>
  );
}

/** The place of a record on a later day: its name for who does not see the bar, nothing to reach by keyboard a second time. */
export function CalendarContinuation({ model, calendar, record }: CalendarEntryProps) {
  const name = useFactText(model)(calendar.fields[0], record);
  return (
    <Box component="li" sx={{ height: ENTRY_HEIGHT, mb: '2px' }}>
      <Box component="span" sx={visuallyHidden}>
        {name}
      </Box>
    </Box>
  );
}
