import { toneVariables } from './colours.ts';
import { inputs } from './themeInputs.ts';
import { TOUCH } from '../admin/index.ts';
import { PHONE, type Components, type Look } from './themeLook.ts';
import { plainElements } from './themePlain.ts';

/** Everything that holds on every page: tone variables, figures of one width, focus, reduced motion, paper. */
function page(look: Look): Components {
  const { mode, weak, greys, shades } = look;
  const changed = `color-mix(in srgb, ${shades.soft} 60%, transparent)`;
  return {
    MuiCssBaseline: {
      styleOverrides: {
        ':root': { ...toneVariables(mode, weak), '--input-line': greys.control, colorScheme: mode },
        body: {
          backgroundColor: greys.page,
          overflowWrap: 'break-word',
          WebkitFontSmoothing: 'antialiased',
        },
        // Columns of figures only: in other cells hyphens, slashes and brackets would become as wide as digits ("CR - V").
        ':is(td, th)[style*="text-align: right"], .MuiTableCell-alignRight': { fontVariantNumeric: 'tabular-nums' },
        ...plainElements(look),
        '*:focus-visible': { outline: `2px solid ${shades.text}`, outlineOffset: 2 },
        // What stays in sight above the page must not cover what has focus.
        html: { scrollPaddingTop: 'calc(var(--shell-top, 48px) + var(--tab-bar, 0px) + 16px)' },
        // What somebody else has just changed: a ground and a bar, without motion.
        'tr[data-changed] > td, li[data-changed], [data-field][data-changed]': {
          backgroundImage: `linear-gradient(${changed}, ${changed})`,
        },
        'tr[data-changed] > td:first-of-type, li[data-changed]': { boxShadow: `inset 3px 0 0 ${shades.text}` },
        '::selection': { backgroundColor: shades.soft, color: greys.text },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            // None: even the shortest makes the browser draw a second time after every change.
            transition: 'none !important',
            scrollBehavior: 'auto !important',
          },
        },
        '@media print': { body: { backgroundColor: '#ffffff' } },
      },
    },
  };
}

function buttons({ mode, greys, shades }: Look): Components {
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          // A button of the browser has letters of its own, without the ones for Chinese and Thai.
          fontFamily: 'inherit',
          '&.Mui-focusVisible': { outline: `2px solid ${shades.text}`, outlineOffset: 2 },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 6, minHeight: 34, padding: '4px 14px', [TOUCH]: { minHeight: 44 } },
        sizeSmall: { minHeight: 30, padding: '2px 10px', fontSize: 13, [TOUCH]: { minHeight: 44 } },
        sizeLarge: { minHeight: 42, padding: '8px 20px' },
        outlined: {
          '&.MuiButton-colorPrimary': {
            borderColor: greys.line,
            color: greys.text,
            backgroundColor: greys.paper,
            '&:hover': { backgroundColor: greys.hover, borderColor: greys.control },
            '&.Mui-disabled': { color: greys.disabled, backgroundColor: 'transparent' },
          },
        },
        contained: {
          '&.MuiButton-colorPrimary': {
            backgroundColor: shades.fill,
            color: shades.onFill,
            '&:hover': { backgroundColor: shades.fillHover },
          },
          '&.MuiButton-colorError':
            mode === 'dark'
              ? { backgroundColor: '#c8161f', color: '#ffffff', '&:hover': { backgroundColor: '#a01018' } }
              : {},
          '&.Mui-disabled': { backgroundColor: greys.line, color: greys.disabled },
        },
        text: { '&.MuiButton-colorPrimary:hover': { backgroundColor: greys.hover } },
        startIcon: { marginLeft: -2, marginRight: 6 },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 6, [TOUCH]: { minWidth: 44, minHeight: 44 } },
        sizeSmall: { padding: 6 },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          textTransform: 'none',
          padding: '3px 12px',
          borderColor: greys.line,
          color: greys.quiet,
          '&.Mui-selected, &.Mui-selected:hover': { color: shades.text, backgroundColor: shades.soft },
        },
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiChip: { styleOverrides: { root: { borderRadius: 6, fontSize: 12, height: 26 }, sizeSmall: { height: 22 } } },
    MuiTabs: {
      styleOverrides: {
        root: { minHeight: 40 },
        indicator: { height: 2 },
        // Tabs begin and end at the edge: no room is kept for a button that would scroll to nothing.
        scrollButtons: { '&.Mui-disabled': { display: 'none' } },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: {
          textTransform: 'none',
          minHeight: 40,
          minWidth: 0,
          padding: '8px 12px',
          fontWeight: 500,
          [TOUCH]: { minHeight: 44 },
        },
      },
    },
  };
}

/** A dialog that is the page for a while: its buttons at the foot, under the thumb, whatever is above them. */
const wholeScreen = {
  margin: 0,
  width: '100%',
  maxWidth: '100%',
  height: '100%',
  maxHeight: '100%',
  border: 0,
  borderRadius: 0,
  '& > form': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
  '& .MuiDialogContent-root': { flex: 1 },
  '& .MuiDialogActions-root .MuiButton-root': { minHeight: 48, flex: 1 },
} as const;

function surfaces({ greys }: Look): Components {
  return {
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: greys.line } },
    },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderColor: greys.line, borderRadius: 8 } },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'default' },
      styleOverrides: {
        root: { backgroundColor: greys.paper, color: greys.text, borderBottom: `1px solid ${greys.line}` },
      },
    },
    MuiDivider: { styleOverrides: { root: { borderColor: greys.line } } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          border: `1px solid ${greys.line}`,
          borderRadius: 10,
          [PHONE]: { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
        },
        // docs/look.md: 560, 720 or 960 wide.
        paperWidthSm: { maxWidth: 560 },
        paperWidthMd: { maxWidth: 720 },
        paperWidthLg: { maxWidth: 960 },
        // A question stays a small dialog on a phone; a form takes the screen.
        paperFullScreen: { [PHONE]: wholeScreen },
        paperFullWidth: {
          '&.MuiDialog-paperWidthSm, &.MuiDialog-paperWidthMd, &.MuiDialog-paperWidthLg': { [PHONE]: wholeScreen },
        },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '18px 24px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 18px' } } },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(10 11 14 / 45%)' } } },
    },
    MuiDrawer: { styleOverrides: { paper: { backgroundImage: 'none', borderColor: greys.line } } },
    MuiMenu: {
      // A menu lies beside the page, in none of its landmarks: it brings one of its own.
      defaultProps: { slotProps: { root: { role: 'region' } } },
      styleOverrides: {
        paper: { border: `1px solid ${greys.line}`, borderRadius: 8, marginTop: 4 },
        list: { padding: 4 },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: 14,
          minHeight: 34,
          borderRadius: 5,
          paddingInline: 10,
          [TOUCH]: { minHeight: 44 },
        },
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 30, color: greys.quiet } } },
    MuiPopover: { styleOverrides: { paper: { border: `1px solid ${greys.line}`, borderRadius: 8 } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 300 },
      styleOverrides: {
        tooltip: {
          fontSize: 12,
          fontWeight: 400,
          padding: '5px 9px',
          backgroundColor: greys.over,
          color: greys.onOver,
        },
      },
    },
    MuiSnackbar: {
      // At the foot of a phone are the buttons that the next press is meant for.
      styleOverrides: { anchorOriginBottomCenter: { [PHONE]: { bottom: 'auto', top: 8 } } },
    },
    MuiSnackbarContent: {
      // A title stands on a line of its own.
      styleOverrides: {
        root: {
          borderRadius: 8,
          fontSize: 14,
          backgroundColor: greys.over,
          color: greys.onOver,
          whiteSpace: 'pre-line',
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: { borderRadius: 6, fontSize: 13, padding: '4px 12px', alignItems: 'center', whiteSpace: 'pre-line' },
        icon: { fontSize: 18, marginRight: 8 },
      },
    },
    MuiSkeleton: { styleOverrides: { root: { backgroundColor: greys.hover } } },
  };
}

/** The ring of a box or circle that has focus lies within its room: around it, it would cover the first letter of what stands beside. */
const near = { '&.Mui-focusVisible': { outlineOffset: -6 } } as const;

function tables({ greys, lineHeight }: Look): Components {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: { fontSize: 13, lineHeight, height: 40, padding: '4px 12px', borderColor: greys.line },
        sizeSmall: { height: 40, padding: '4px 12px' },
        head: { fontWeight: 500, color: greys.quiet, backgroundColor: greys.paper, whiteSpace: 'nowrap' },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: greys.hover } } } },
    MuiCheckbox: { defaultProps: { size: 'small' }, styleOverrides: { root: { color: greys.control, ...near } } },
    MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { color: greys.control, ...near } } },
  };
}

/** What makes the components ours. Grouped by how people meet them. */
export function themeComponents(look: Look): Components {
  return { ...page(look), ...buttons(look), ...surfaces(look), ...tables(look), ...inputs(look) };
}
