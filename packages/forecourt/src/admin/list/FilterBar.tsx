import { lazy, memo, Suspense, useCallback, useState, type ReactNode } from 'react';
import { Badge, Box, Button, Collapse, TextField, useMediaQuery, type Theme } from '@mui/material';
import FilterList from '@mui/icons-material/FilterList';
import { useListContext, useTranslate } from 'react-admin';
import { undeletePath, type Resource } from '../../model/index.ts';
import { DELETED } from '../deleted/deletedRows.ts';
import { useSecondFrame } from '../page/useSecondFrame.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { useLabels } from '../values/labels.ts';
import { FaultBoundary } from '../values/FaultBoundary.tsx';
import { registeredComponent } from '../values/registry.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterInput, type FilterInputProps } from './FilterInput.tsx';
import { filterEntries, linkedEntries, withValues, type FilterEntry } from './filterModel.ts';
import { FilterPlace, KeywordPlace } from './FilterPlace.tsx';
import { filterWidth, WIDE } from './filterWidths.ts';
import { KeywordInput } from './KeywordInput.tsx';

// Few lists have one, and then mostly behind "More".
const RangeChoice = lazy(() => import('./RangeChoice.tsx'));

/** Inputs beside the search box on one line, a range being two; the rest is behind "More". */
const ON_THE_LINE = 3;

/** The first filters that have room on the line. */
function onTheLine(entries: readonly FilterEntry[]): readonly FilterEntry[] {
  const widths = entries.map(({ wire }) => wire.length);
  const fits = (count: number): boolean => widths.slice(0, count).reduce((sum, width) => sum + width, 0) <= ON_THE_LINE;
  return entries.filter((_, index) => fits(index + 1));
}

const NO_MORE: readonly FilterEntry[] = [];
const DELETED_FILTER: readonly FilterEntry[] = [{ name: DELETED, input: 'yesNo', wire: [DELETED] }];

/** The filter for deleted rows, for those who may delete; none where rows are not soft-deleted or have a filter of that name. */
function useDeletedFilter(model: Resource): readonly FilterEntry[] {
  const canDo = useCanDo();
  const own = model.list.filters.some(({ name }) => name === DELETED);
  return own || !undeletePath(model) || !canDo(model.name, 'delete') ? NO_MORE : DELETED_FILTER;
}

/** Search and filters of a list, `end` at the end of their line. The search box needs the `query` right of the resource (D-PERM-04). */
export function FilterBar({ model, end }: { model: Resource; end?: ReactNode }) {
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const values = filterValues as Record<string, unknown>;
  const change = useCallback(
    (changes: Readonly<Record<string, unknown>>) => setFilters(withValues(values, changes), displayedFilters),
    [setFilters, values, displayedFilters],
  );
  const clear = useCallback(() => setFilters({}, []), [setFilters]);
  return (
    <Filters model={model} end={end} values={values} change={change} clear={clear} deleted={useDeletedFilter(model)} />
  );
}

interface FiltersProps {
  readonly model: Resource;
  readonly end?: ReactNode;
  readonly values: Readonly<Record<string, unknown>>;
  readonly change: (changes: Readonly<Record<string, unknown>>) => void;
  /** Takes all of them off. */
  readonly clear: () => void;
  readonly deleted?: readonly FilterEntry[];
}

/** Apart from the list, whose rows come and go without a change here; a page that is no list has filters of its own. */
export const Filters = memo(function Filters({ model, end, values, change, clear, deleted = NO_MORE }: FiltersProps) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const canDo = useCanDo();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [more, setMore] = useState(false);
  const drawn = useSecondFrame();
  const search = useCallback((keyword: string) => change({ keyword }), [change]);

  const entries = [...filterEntries(model), ...deleted];
  const keyword = entries.some((entry) => entry.input === 'keyword') && canDo(model.name, 'search');
  const others = entries.filter((entry) => entry.input !== 'keyword' && entry.insteadOf === undefined);
  const inPlaceOf = ({ name }: FilterEntry) => entries.filter(({ insteadOf }) => insteadOf === name);
  const line = phone ? [] : onTheLine(others);
  const rest = others.slice(line.length);
  const wireOf = (entry: FilterEntry): readonly string[] => [entry, ...inPlaceOf(entry)].flatMap(({ wire }) => wire);
  const isGiven = (entry: FilterEntry): boolean => wireOf(entry).some((name) => values[name] !== undefined);
  const activeInRest = rest.filter(isGiven).length;

  const linked = linkedEntries(model);
  if (!keyword && others.length === 0 && linked.length === 0)
    return <Box sx={{ display: 'flex', '&:empty': { display: 'none' } }}>{end}</Box>;
  const inputOf = (entry: (typeof entries)[number]) => {
    const Input = registeredComponent<FilterInputProps>(model.components[entry.name]?.filter) ?? FilterInput;
    const name = `${model.name}.${entry.name}`;
    const label = labels.filter(entry.name);
    const alternatives = inPlaceOf(entry);
    if (!drawn && !isGiven(entry))
      return <FilterPlace key={entry.name} choice={alternatives.length > 0} {...{ entry, label }} />;
    return (
      <Suspense
        key={entry.name}
        fallback={<TextField size="small" disabled label={label} sx={filterWidth(WIDE.text)} />}
      >
        <FaultBoundary name={name}>
          {alternatives.length > 0 ? (
            <RangeChoice entries={[entry, ...alternatives]} labelOf={labels.filter} values={values} onChange={change} />
          ) : (
            <Input entry={entry} label={label} values={values} onChange={change} />
          )}
        </FaultBoundary>
      </Suspense>
    );
  };
  return (
    <Box role="search" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
        {keyword &&
          (drawn || values['keyword'] ? (
            <KeywordInput value={String(values['keyword'] ?? '')} onChange={search} />
          ) : (
            <KeywordPlace />
          ))}
        {line.map(inputOf)}
        {rest.length > 0 && (
          <Badge badgeContent={activeInRest} color="primary" sx={{ mb: 0.25 }}>
            <Button size="small" startIcon={<FilterList />} aria-expanded={more} onClick={() => setMore(!more)}>
              {translate('admin.filter.more')}
            </Button>
          </Badge>
        )}
        {end}
      </Box>
      {rest.length > 0 && (
        <Collapse in={more} unmountOnExit timeout={120}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}>{rest.map(inputOf)}</Box>
        </Collapse>
      )}
      <FilterChips {...{ model, values }} entries={[...entries, ...linked]} onChange={change} onClear={clear} />
    </Box>
  );
});
