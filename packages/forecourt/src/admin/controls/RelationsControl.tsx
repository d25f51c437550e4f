import { useState } from 'react';
import { Autocomplete, Chip } from '@mui/material';
import type { Identifier } from 'react-admin';
import { useRelation, useSame, type Shared } from './RelationControl.tsx';
import type { Choice } from '../values/useOptions.ts';

interface RelationsControlProps extends Shared {
  readonly value: readonly Identifier[];
  readonly titles?: readonly string[];
  readonly onChange: (ids: readonly Identifier[]) => void;
}

/** Several related records as chips. */
export function RelationsControl(props: RelationsControlProps) {
  const { value, titles, onChange } = props;
  const [known, setKnown] = useState<ReadonlyMap<Identifier, Choice>>(new Map());
  const choose = (list: readonly Choice[]): void => {
    setKnown(new Map(list.map((choice) => [choice.id, choice])));
    onChange(list.map((choice) => choice.id));
  };
  const { choices, shared } = useRelation(props, value.length > 0 && !titles, (choice) =>
    choose([...chosen.filter(({ id }) => id !== choice.id), choice]),
  );
  const chosen = value.map(
    (id, index): Choice =>
      choices.find((choice) => choice.id === id) ??
      known.get(id) ?? { id, label: titles?.[index] ?? `#${id}`, detail: '' },
  );
  // As above: another list is another text in the box.
  const shown = useSame(chosen, chosen.map(({ id, label }) => `${id} ${label}`).join());
  return (
    <Autocomplete<Choice, true>
      {...shared}
      multiple
      disableCloseOnSelect
      value={shown}
      onChange={(_event, list) => choose(list)}
      renderValue={(list, getItemProps) =>
        list.map((choice, index) => {
          const { key, ...item } = getItemProps({ index });
          return <Chip key={key} size="small" label={choice.label} {...item} />;
        })
      }
    />
  );
}
