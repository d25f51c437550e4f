import { TOUCH } from '../admin/index.ts';
import { PHONE, type Components, type Look } from './themeLook.ts';

/** Labels stand above their inputs and never move; help and errors stand below, one in place of the other. */
export function inputs({ greys, shades, lineHeight }: Look): Components {
  return {
    MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
    MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', margin: 'none' } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        outlined: {
          position: 'static',
          transform: 'none',
          maxWidth: '100%',
          marginBottom: 4,
          fontSize: 13,
          fontWeight: 500,
          lineHeight,
          color: greys.text,
          pointerEvents: 'auto',
          '&.Mui-focused': { color: greys.text },
        },
        asterisk: { display: 'none' },
      },
    },
    MuiFormLabel: { styleOverrides: { root: { fontSize: 13 } } },
    MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, marginTop: 4, fontSize: 12, lineHeight } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: greys.paper,
          [TOUCH]: { minHeight: 44 },
          '&:hover:not(.Mui-focused, .Mui-error, .Mui-disabled) .MuiOutlinedInput-notchedOutline': {
            borderColor: greys.quiet,
          },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1 },
          '&.Mui-focused:not(.Mui-error)': { boxShadow: `0 0 0 3px ${shades.soft}` },
          '&.Mui-disabled': { backgroundColor: greys.hover },
          // The input inside has the space already: text of many lines begins where text of one line does.
          '&.MuiInputBase-multiline': { padding: 0 },
        },
        // The label stands above: no notch is cut for it.
        notchedOutline: { top: 0, borderColor: greys.control, '& legend': { display: 'none' } },
        input: { '&::placeholder': { color: greys.quiet, opacity: 1 }, '&:focus-visible': { outline: 'none' } },
        inputSizeSmall: { height: 20, padding: '7px 11px' },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        root: { fontSize: 14, [PHONE]: { fontSize: 16 } },
        input: { '&:focus-visible': { outline: 'none' } },
      },
    },
    MuiSelect: {
      styleOverrides: {
        // As high as other inputs, whose letters are larger in a narrow window too.
        select: { '&.MuiSelect-select': { minHeight: 20, lineHeight: '20px' }, '&:focus-visible': { outline: 'none' } },
      },
    },
    MuiAutocomplete: {
      // As a menu does, its list lies in none of the landmarks of the page.
      defaultProps: { size: 'small', slotProps: { popper: { role: 'region' } } },
      styleOverrides: {
        paper: { border: `1px solid ${greys.line}`, borderRadius: 8 },
        option: { fontSize: 14, minHeight: 34, [TOUCH]: { minHeight: 44 } },
        // Text ends before the buttons, which are as wide as a thumb there.
        root: {
          [TOUCH]: {
            '&.MuiAutocomplete-hasPopupIcon .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { paddingRight: 48 },
            '&.MuiAutocomplete-hasClearIcon .MuiAutocomplete-inputRoot.MuiOutlinedInput-root': { paddingRight: 48 },
            '&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon .MuiAutocomplete-inputRoot.MuiOutlinedInput-root':
              { paddingRight: 92 },
            '& .MuiAutocomplete-endAdornment.MuiAutocomplete-endAdornment': { right: 0 },
          },
        },
        inputRoot: {
          '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
            paddingBlock: 0,
            '& .MuiAutocomplete-input': { padding: '7px 4px 7px 5px' },
          },
        },
      },
    },
    MuiFormControlLabel: { styleOverrides: { label: { fontSize: 14 } } },
    // Off is as easy to find as the border of an input.
    MuiSwitch: {
      styleOverrides: {
        // Through the root: the small size has measures of its own, which weigh more than those of the parts.
        root: {
          width: 34,
          height: 20,
          padding: 0,
          margin: '0 4px',
          '& .MuiSwitch-switchBase': { padding: 3, '&.Mui-checked': { transform: 'translateX(14px)' } },
          '& .MuiSwitch-thumb': { width: 14, height: 14, boxShadow: 'none' },
        },
        switchBase: {
          '&.Mui-checked': { color: shades.onFill },
          '&.Mui-checked + .MuiSwitch-track': { backgroundColor: shades.fill, opacity: 1 },
          '&.Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${shades.text}`, outlineOffset: 2 },
        },
        track: { borderRadius: 10, opacity: 1, backgroundColor: greys.control },
      },
    },
  };
}
