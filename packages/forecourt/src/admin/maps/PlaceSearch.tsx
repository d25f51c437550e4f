import { useDeferredValue, useEffect, useState } from 'react';
import { Autocomplete, Box, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { useBoxState, useChoiceBox } from '../controls/useChoiceBox.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { placeSearch, type Place } from './settings.ts';

const LEAST_LETTERS = 2;
const PAUSE_MS = 350;

/** The text once typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const nameOf = (place: Place): string => [place.name, place.address].filter((part) => part !== '').join(', ');

/** Finds a place by its name in any of the languages it has one; nothing where the application registered no search. */
export function PlaceSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const translate = useTranslate();
  const provider = useDataProvider<AdminDataProvider>();
  const state = useBoxState();
  const { typed, setTyped } = state;
  const keyword = useDeferredValue(useSettled(typed.trim()));
  const path = placeSearch();
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: ['map', 'places', path, keyword],
    queryFn: async ({ signal }) => (await provider.call<Place[]>('GET', path!, { keyword }, { signal })).data,
    enabled: path !== undefined && keyword.length >= LEAST_LETTERS,
    staleTime: 300_000,
    retry: false,
  });
  const enough = typed.trim().length >= LEAST_LETTERS;
  const choose = (place: Place): void => {
    setTyped(place.name);
    onChoose(place);
  };
  const box = useChoiceBox(state, {
    choices: enough ? data : [],
    settled: !enough || (keyword === typed.trim() && !isFetching),
    nameOf,
    // The server has compared: it knows the names in all languages.
    narrow: (places) => places,
    choose,
  });
  if (path === undefined) return null;
  return (
    <Autocomplete
      {...box}
      size="small"
      getOptionKey={(place) => `${nameOf(place)} ${place.latitude} ${place.longitude}`}
      isOptionEqualToValue={(one, other) => nameOf(one) === nameOf(other)}
      value={null}
      inputValue={typed}
      onInputChange={(_event, text, reason) => reason !== 'reset' && setTyped(text)}
      onChange={(_event, place) => place && choose(place)}
      loadingText={translate('admin.map.searching')}
      noOptionsText={translate(
        isError ? 'admin.map.searchFailed' : enough ? 'admin.map.notFound' : 'admin.map.searchHint',
      )}
      blurOnSelect="touch"
      forcePopupIcon={false}
      renderOption={({ key, ...props }, place) => (
        <li key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Box component="span" sx={{ display: 'block', fontSize: 14 }}>
              {place.name}
            </Box>
            <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
              {place.address}
            </Box>
          </Box>
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={translate('admin.map.search')} />}
    />
  );
}
