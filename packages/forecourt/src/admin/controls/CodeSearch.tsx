import { Autocomplete, createFilterOptions, type AutocompleteRenderInputParams } from '@mui/material';
import { useSame } from './RelationControl.tsx';
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx';
import { useBoxState, useChoiceBox } from './useChoiceBox.ts';

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
  /** False while the choices are asked for. */
  readonly settled?: boolean;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
}

const filterOptions = createFilterOptions<CodeChoice>({
  limit: SHOWN,
  stringify: ({ label, text }) => `${label} ${text}`,
});

function useShared(
  { id, choices, settled, disabled, ariaLabel, describedBy, field, inputRef, onBlur }: Shared,
  choose: (choice: CodeChoice) => void,
) {
  const box = useChoiceBox(useBoxState(), {
    choices,
    settled,
    nameOf: ({ label }) => label,
    narrow: filterOptions,
    choose,
  });
  return {
    ...box,
    id,
    getOptionKey: ({ text }: CodeChoice) => text,
    isOptionEqualToValue: (one: CodeChoice, other: CodeChoice) => one.text === other.text,
    disabled,
    onBlur,
    size: 'small' as const,
    fullWidth: true,
    renderInput: (params: AutocompleteRenderInputParams) => (
      <SearchBox params={params} ariaLabel={ariaLabel} describedBy={describedBy} field={field} inputRef={inputRef} />
    ),
  };
}

/** One of many codes: the first hundred, and what is typed. */
export function CodeSearch(props: Shared & { value: unknown; onChange: (code: string | number | null) => void }) {
  const shared = useShared(props, ({ code }) => props.onChange(code));
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
  const chosen = new Set(props.values.map(String));
  const found = props.choices.filter(({ text }) => chosen.has(text));
  // Another list is another text in the box: what is being typed must stay.
  const list = useSame(found, found.map(({ text }) => text).join());
  const shared = useShared(props, (choice) =>
    props.onChange([...list.filter(({ text }) => text !== choice.text), choice].map(({ code }) => code)),
  );
  return (
    <Autocomplete<CodeChoice, true>
      {...shared}
      multiple
      limitTags={2}
      disableCloseOnSelect
      value={list}
      onChange={(_event, all) => props.onChange(all.map(({ code }) => code))}
    />
  );
}
