import { useState, type HTMLAttributes, type Key } from 'react';
import { Autocomplete, Box, type AutocompleteRenderInputParams } from '@mui/material';
import type { Identifier } from 'react-admin';
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx';
import { useBoxState, useChoiceBox } from './useChoiceBox.ts';
import { useChoice, useOptions, type Choice } from '../values/useOptions.ts';

export interface Shared extends SearchBoxProps {
  readonly resource: string;
  /** Id of the input, for a label that stands elsewhere. */
  readonly id?: string;
  /** Narrows the choices (models of the chosen brand). */
  readonly where?: Readonly<Record<string, unknown>>;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
}

interface RelationControlProps extends Shared {
  readonly value: Identifier | null | undefined;
  /** Title of the chosen record as far as the record itself knows it. */
  readonly title?: string;
  /** What tells the record from its twins stands below the box: lines of a table would look alike. */
  readonly full?: boolean;
  readonly onChange: (id: Identifier | null, choice: Choice | null) => void;
}

function ChoiceText({ choice }: { choice: Choice }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{choice.label}</Box>
      {choice.detail && (
        <Box
          sx={{
            fontSize: 12,
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {choice.detail}
        </Box>
      )}
    </Box>
  );
}

/** Choices of the resource, and what a box of one and a box of several have in common. `choose` takes a choice that Enter has waited for. */
export function useRelation(
  { resource, where, id, disabled, onBlur, ariaLabel, describedBy, field, inputRef }: Shared,
  needed: boolean,
  choose: (choice: Choice) => void,
) {
  const state = useBoxState();
  const options = useOptions(resource, { typed: state.typed, where, enabled: state.open || needed });
  const box = useChoiceBox(state, {
    choices: options.choices,
    settled: options.settled,
    failed: options.error,
    nameOf: ({ label }) => label,
    // The server has searched already; filtering again would hide what matched by another property than the title.
    narrow: options.searches ? (list) => list : undefined,
    choose,
  });
  const shared = {
    ...box,
    id,
    getOptionKey: (choice: Choice) => choice.id,
    isOptionEqualToValue: (choice: Choice, chosen: Choice) => choice.id === chosen.id,
    size: 'small' as const,
    fullWidth: true,
    disabled,
    onBlur,
    renderOption: ({ key, ...option }: HTMLAttributes<HTMLLIElement> & { key: Key }, choice: Choice) => (
      <li key={key} {...option}>
        <ChoiceText choice={choice} />
      </li>
    ),
    renderInput: (params: AutocompleteRenderInputParams) => (
      <SearchBox params={params} {...{ ariaLabel, describedBy, field, inputRef }} />
    ),
  };
  return { ...options, shared };
}

/** The first of what is the same by its key. */
export function useSame<T>(value: T, key: string): T {
  const [held, setHeld] = useState({ key, value });
  if (held.key === key) return held.value;
  setHeld({ key, value });
  return value;
}

/** One related record: searched as the user types, shown with what tells twins apart. */
export function RelationControl(props: RelationControlProps) {
  const { value, title, full = false, onChange, ariaLabel, describedBy, field, inputRef } = props;
  const [last, setLast] = useState<Choice | null>(null);
  const choose = (choice: Choice | null): void => {
    setLast(choice);
    onChange(choice?.id ?? null, choice);
  };
  const { choices, shared } = useRelation(props, false, choose);
  const blank = value === null || value === undefined || value === '';
  const here = last?.id === value ? last : choices.find((choice) => choice.id === value);
  const unknown = !blank && !here && !title;
  const [asked, setAsked] = useState(value);
  if (unknown && asked !== value) setAsked(value);
  // Asked once: what is chosen here later brings its own name, and the box must not be made anew under the cursor.
  const named = useChoice(props.resource, asked, asked === value ? unknown : false);
  const chosen = blank ? null : (here ?? named ?? { id: value, label: title || `#${value}`, detail: '' });
  // The box writes its text anew whenever it is handed another object: choices that arrive must not take away what is being typed.
  const shown = useSame(chosen, `${chosen?.id} ${title} ${named?.label}`);
  return (
    <Autocomplete<Choice>
      // The text in the box is written once a value: a name that arrives later needs a new box.
      key={named ? named.label : ''}
      {...shared}
      renderInput={(params) => (
        <SearchBox
          params={params}
          {...{ ariaLabel, describedBy, inputRef }}
          field={{ ...field, ...(full && chosen?.detail && { helperText: chosen.detail }) }}
        />
      )}
      value={shown}
      onChange={(_event, choice) => choose(choice)}
    />
  );
}
