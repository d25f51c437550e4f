import type { KeyboardEvent } from 'react';
import { ListSubheader, Menu, MenuItem, type PopoverOrigin } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { entryLabel, groupLabel, type MenuGroup } from './menuEntries.ts';

interface GroupMenuProps {
  readonly groups: readonly MenuGroup[];
  readonly current: string | undefined;
  readonly label: string;
  readonly anchor: HTMLElement | null;
  readonly anchorOrigin: PopoverOrigin;
  /** Names of the groups above their entries. */
  readonly headings: boolean;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The entries of groups, opened from a button beside or above them. */
export function GroupMenu({ groups, current, label, anchor, headings, onClose, ...others }: GroupMenuProps) {
  const translate = useTranslate();
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      transitionDuration={0}
      anchorOrigin={others.anchorOrigin}
      onKeyDown={others.onKeyDown}
      slotProps={{ paper: { sx: { minWidth: 180, maxHeight: '80dvh' } }, list: { 'aria-label': label } }}
    >
      {groups.flatMap((group) => [
        headings && (
          <ListSubheader
            key={group.key}
            role="presentation"
            disableSticky
            sx={{ fontSize: 12, lineHeight: '28px', px: 1.25 }}
          >
            {groupLabel(translate, group)}
          </ListSubheader>
        ),
        ...group.entries.map((entry) => (
          <MenuItem
            key={entry.path}
            component={Link}
            to={entry.path}
            selected={entry.path === current}
            aria-current={entry.path === current ? 'page' : undefined}
            onClick={onClose}
          >
            {entryLabel(translate, entry)}
          </MenuItem>
        )),
      ])}
    </Menu>
  );
}
