import { useState } from 'react';
import { Box, IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { entryLabel, groupLabel, useMenu, type MenuGroup } from './menuEntries.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { useShell } from './shellContext.ts';

export const RAIL_WIDTH = 56;

function RailGroup({ group, current }: { group: MenuGroup; current: string | undefined }) {
  const translate = useTranslate();
  const { icons } = useShell();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = groupLabel(translate, group);
  const active = group.entries.some((entry) => entry.path === current);
  const Icon = icons[group.icon];
  const close = (): void => setAnchor(null);
  return (
    <li>
      <Tooltip title={anchor ? '' : label} placement="right">
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-current={active ? 'true' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 40, height: 40, ...(active ? { color: 'accent.text', bgcolor: 'accent.soft' } : {}) }}
        >
          {Icon && <MenuIcon of={Icon} />}
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { ml: 1, mt: 0, minWidth: 180 } }, list: { 'aria-label': label } }}
      >
        <ListSubheader role="presentation" disableSticky sx={{ fontSize: 12, lineHeight: '28px', px: 1.25 }}>
          {label}
        </ListSubheader>
        {group.entries.map((entry) => (
          <MenuItem key={entry.path} component={Link} to={entry.path} selected={entry.path === current} onClick={close}>
            {entryLabel(translate, entry)}
          </MenuItem>
        ))}
      </Menu>
    </li>
  );
}

/** The menu folded to the icons of its groups; each opens its entries beside it. */
export function MenuRail() {
  const translate = useTranslate();
  const { groups, current } = useMenu();
  return (
    <Box
      component="nav"
      aria-label={translate('shell.menu.label')}
      sx={{ p: 1, overflowY: 'auto', flex: 1, scrollbarWidth: 'thin' }}
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {groups.map((group) => (
          <RailGroup key={group.key} group={group} current={current} />
        ))}
      </Box>
    </Box>
  );
}
