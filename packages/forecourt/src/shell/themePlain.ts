import { TOUCH } from '../admin/index.ts';
import type { Look } from './themeLook.ts';

const HOVER = '@media (hover: hover)';

/** The look of what lists hold hundreds of, which are plain elements with a class instead of components of MUI. */
export const plainElements = ({ greys, shades, error }: Look) => ({
  'a.record-link': { color: shades.text, textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  // As MUI's small button without a frame and its small icon button look in this theme.
  '.text-button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    position: 'relative',
    boxSizing: 'border-box',
    minWidth: 64,
    minHeight: 30,
    margin: 0,
    padding: '2px 10px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: shades.text,
    fontFamily: 'inherit',
    fontSize: 13,
    fontWeight: 500,
    lineHeight: 1.5,
    textDecoration: 'none',
    userSelect: 'none',
    cursor: 'pointer',
    WebkitTapHighlightColor: 'transparent',
    transition: 'background-color 120ms',
    '&[data-danger]': { color: error },
    '&[data-icon]': { minWidth: 0, minHeight: 0, padding: 6, color: greys.quiet },
    '&:disabled': { color: greys.disabled, cursor: 'default' },
    // The ring turns in place of the word.
    '&[aria-busy]': { color: 'transparent', '& > *': { color: greys.disabled } },
    [HOVER]: { '&:hover:not(:disabled)': { backgroundColor: greys.hover } },
    [TOUCH]: { '&, &[data-icon]': { minWidth: 44, minHeight: 44 } },
  },
  '.row-buttons': {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: 2,
    whiteSpace: 'nowrap',
    '& > .text-button:not([data-icon])': { minWidth: 24, paddingInline: 6 },
  },
});
