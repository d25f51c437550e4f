import { useEffect, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { createFilterOptions, type AutocompleteInputChangeReason, type FilterOptionsState } from '@mui/material';
import { useTranslate } from 'react-admin';

/** A key of a box of choices; with the mark it is not the box's any more (MUI). */
type BoxKey = KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean };

/** What a box of choices shows before its choices are known. */
interface BoxState {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

interface Offered<C> {
  readonly choices: readonly C[];
  /** The choices are those of what is typed. */
  readonly settled?: boolean;
  readonly nameOf: (choice: C) => string;
  /** The choices could not be loaded. */
  readonly failed?: boolean;
  /** Cannot be chosen. */
  readonly isOff?: (choice: C) => boolean;
  /** Narrows the choices by what is typed; by their names where none is given. */
  readonly narrow?: (choices: C[], state: FilterOptionsState<C>) => C[];
  /** Takes a hit that Enter has waited for. */
  readonly choose: (hit: C) => void;
}

const byName = createFilterOptions<never>();

/** The text in a box of choices and whether its list is open; for `useChoiceBox`. */
export function useBoxState(): BoxState {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  return { typed, setTyped, open, setOpen };
}

/**
 * What all boxes of choices share: the first hit is highlighted, Enter chooses it and never sends the form while the list is open. An Enter
 * pressed before the hits are there waits for them; any other key takes it back. Esc closes the list alone. Gives properties of an Autocomplete.
 */
export function useChoiceBox<C>(
  { typed, setTyped, open, setOpen }: BoxState,
  { choices, settled = true, failed, nameOf, isOff, narrow = byName as never, choose }: Offered<C>,
) {
  const translate = useTranslate();
  const [waiting, setWaiting] = useState(false);
  const first = (): C | undefined =>
    narrow([...choices], { inputValue: typed, getOptionLabel: nameOf }).find((choice) => !isOff?.(choice));
  const ready = waiting && settled;
  const hit = ready && open ? first() : undefined;
  useEffect(() => {
    if (!ready) return;
    setWaiting(false);
    if (hit === undefined) return;
    setTyped('');
    setOpen(false);
    choose(hit);
  }, [ready, hit, setTyped, setOpen, choose]);
  return {
    options: [...choices],
    filterOptions: narrow,
    getOptionLabel: nameOf,
    getOptionDisabled: isOff,
    autoHighlight: true,
    loading: !settled,
    open,
    onOpen: () => setOpen(true),
    onClose: () => {
      setWaiting(false);
      setOpen(false);
    },
    onInputChange: (_event: SyntheticEvent, text: string, reason: AutocompleteInputChangeReason) =>
      setTyped(reason === 'input' ? text : ''),
    onKeyDown: (event: BoxKey) => {
      // The Enter that ends a word of an input method is not one to choose by.
      const enter = event.key === 'Enter' && open && !event.nativeEvent.isComposing;
      if (enter && (!settled || first() === undefined)) {
        event.preventDefault();
        event.defaultMuiPrevented = true;
      }
      setWaiting(enter && !settled);
    },
    noOptionsText: translate(failed ? 'admin.relation.failed' : 'admin.relation.none'),
    loadingText: translate('admin.loading'),
    clearText: translate('ra.action.clear_input_value'),
    openText: translate('ra.action.open'),
    closeText: translate('ra.action.close'),
  };
}
