import { Autocomplete, createFilterOptions, type AutocompleteRenderInputParams } from '@mui/material';
import { useTranslate } from 'react-admin';
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx';

export { SEARCHED_CHOICES } from './searchedChoices.ts';

/** Drawn at once; typing brings the others. */
const SHOWN = 100;

interface CodeChoice {
  readonly code: string | number;
  readonly text: string;
  readonly label: string;
}

interface Shared extends SearchBoxProps {
  readonly id?: string;
  readonly choices: readonly CodeChoice[];
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
}

const filterOptions = createFilterOptions<CodeChoice>({
  limit: SHOWN,
  stringify: ({ label, text }) => `${label} ${text}`,
});

function useShared({ id, choices, disabled, ariaLabel, describedBy, field, inputRef, onBlur }: Shared) {
  const translate = useTranslate();
  return {
    id,
    options: [...choices],
    filterOptions,
    getOptionLabel: ({ label }: CodeChoice) => label,
    getOptionKey: ({ text }: CodeChoice) => text,
    isOptionEqualToValue: (one: CodeChoice, other: CodeChoice) => one.text === other.text,
    disabled,
    onBlur,
    autoHighlight: true,
    size: 'small' as const,
    fullWidth: true,
    noOptionsText: translate('admin.relation.none'),
    clearText: translate('ra.action.clear_input_value'),
    openText: translate('ra.action.open'),
    closeText: translate('ra.action.close'),
    renderInput: (params: AutocompleteRenderInputParams) => (
      <SearchBox params={params} ariaLabel={ariaLabel} describedBy={describedBy} field={field} inputRef={inputRef} />
    ),
  };
}

/** One of many codes: the first hundred, and what is typed. */
export function CodeSearch(props: Shared & { value: unknown; onChange: (code: string | number | null) => void }) {
  const shared = useShared(props);
  return (
    <Autocomplete<CodeChoice>
      {...shared}
      value={props.choices.find(({ text }) => text === String(props.value ?? '')) ?? null}
      onChange={(_event, choice) => props.onChange(choice?.code ?? null)}
    />
  );
}

/** Several of many codes. */
export function CodesSearch(
  props: Shared & { values: readonly unknown[]; onChange: (codes: readonly (string | number)[]) => void },
) {
  const shared = useShared(props);
  const chosen = new Set(props.values.map(String));
  return (
    <Autocomplete<CodeChoice, true>
      {...shared}
      multiple
      limitTags={2}
      disableCloseOnSelect
      value={props.choices.filter(({ text }) => chosen.has(text))}
      onChange={(_event, list) => props.onChange(list.map(({ code }) => code))}
    />
  );
}
