import { useLayoutEffect, useRef, useState, type ChangeEvent, type Ref } from 'react';
import { InputAdornment, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { currency, formatAmount, groupWhileTyping, isGroupMark, parseAmount } from '../values/format.ts';

interface AmountControlProps extends Omit<OutlinedInputProps, 'value' | 'onChange' | 'onBlur' | 'inputRef'> {
  readonly value: number | string | null | undefined;
  /** In the application's currency; null when empty; the text as typed while it is no amount. */
  readonly onChange: (value: number | string | null) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

const digitsIn = (text: string): number =>
  [...text].filter((one) => !isGroupMark(one) && /[^\sA-Za-z]/.test(one)).length;

/** Where the caret stands after `digits` digits of a grouped text. */
function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === digits) return index;
    if (!isGroupMark(text[index]!)) seen++;
  }
  return text.length;
}

/** An amount: thousands grouped as typed, the caret stays at its digit; all decimals when the field is left. */
export function AmountControl({ value, onChange, onBlur, inputRef, ...rest }: AmountControlProps) {
  const [draft, setDraft] = useState<string | undefined>();
  const input = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (caret.current === undefined || !input.current || document.activeElement !== input.current) return;
    input.current.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: raw, selectionStart } = event.target;
    const text = groupWhileTyping(raw);
    caret.current = caretAfter(text, digitsIn(raw.slice(0, selectionStart ?? raw.length)));
    setDraft(text);
    onChange(text.trim() === '' ? null : (parseAmount(text) ?? text));
  };
  const attach = (element: HTMLInputElement | null) => {
    input.current = element;
    if (typeof inputRef === 'function') inputRef(element);
    else if (inputRef) inputRef.current = element;
  };
  const stored = typeof value === 'number' ? formatAmount(value) : (value ?? '');

  return (
    <OutlinedInput
      size="small"
      fullWidth
      {...rest}
      inputRef={attach}
      value={draft ?? stored}
      onChange={typed}
      onBlur={() => {
        setDraft(undefined);
        onBlur?.();
      }}
      startAdornment={<InputAdornment position="start">{currency()}</InputAdornment>}
      inputProps={{
        inputMode: 'decimal',
        autoComplete: 'off',
        ...rest.inputProps,
        style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
    />
  );
}
