import { memo } from 'react';
import { Box } from '@mui/material';
import Close from '@mui/icons-material/Close';
import { TOUCH } from '../../admin/index.ts';

interface TabItemProps {
  readonly id: number;
  readonly tabKey: string;
  readonly title: string;
  /** Of the record it shows. */
  readonly name?: string;
  readonly active: boolean;
  readonly mounted: boolean;
  /** Where a tab dragged over it would land. */
  readonly drop?: 'before' | 'after';
}

const look = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  maxWidth: 240,
  height: '100%',
  pl: 1.5,
  pr: 0.5,
  gap: 0.5,
  fontSize: 13,
  color: 'text.secondary',
  cursor: 'default',
  userSelect: 'none',
  borderRight: 1,
  borderColor: 'divider',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: '-3px' },
  '&[aria-selected=true]': { color: 'accent.text', fontWeight: 500, bgcolor: 'background.default' },
  '&[aria-selected=true]::before': {
    content: '""',
    position: 'absolute',
    inset: '0 0 auto',
    height: 2,
    bgcolor: 'accent.fill',
  },
  '&[data-drop]::after': { content: '""', position: 'absolute', insetBlock: 4, width: 2, bgcolor: 'accent.text' },
  '&[data-drop=before]::after': { left: -1 },
  '&[data-drop=after]::after': { right: -1 },
} as const;

const cross = {
  display: 'flex',
  flex: 'none',
  p: '4px',
  borderRadius: 1,
  [TOUCH]: { p: '14px' },
  '&:hover': { bgcolor: 'action.selected' },
} as const;

const text = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/**
 * One tab; the bar listens for it. Its cross is for the mouse only and no element of its own for anybody else, since a tab holds no
 * buttons: the keyboard closes with Delete, everybody else with the menu.
 */
export const TabItem = memo(function TabItem({ id, tabKey, title, name, active, mounted, drop }: TabItemProps) {
  return (
    <Box
      role="tab"
      id={`tab-${id}`}
      data-key={tabKey}
      data-drop={drop}
      aria-selected={active}
      aria-controls={mounted ? `page-${id}` : undefined}
      aria-keyshortcuts="Delete"
      tabIndex={active ? 0 : -1}
      title={name ? `${name} · ${title}` : title}
      draggable
      sx={look}
    >
      <Box component="span" sx={text}>
        {name ?? title}
        {name && (
          <Box component="span" sx={{ ml: 0.75, fontWeight: 400, color: 'text.secondary' }}>
            {title}
          </Box>
        )}
      </Box>
      <Box component="span" aria-hidden data-close="" sx={cross}>
        <Close sx={{ fontSize: 16 }} />
      </Box>
    </Box>
  );
});
