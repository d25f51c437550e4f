import { useState } from 'react';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { GroupMenu } from './GroupMenu.tsx';
import { groupLabel, useMenu, type MenuGroup } from './menuEntries.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { MenuNav } from './MenuNav.tsx';
import { useShell } from './shellContext.ts';

function RailGroup({ group, current }: { group: MenuGroup; current: string | undefined }) {
  const translate = useTranslate();
  const { icons } = useShell();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = groupLabel(translate, group);
  const active = group.entries.some((entry) => entry.path === current);
  const Icon = icons[group.icon];
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
      <GroupMenu
        headings
        groups={[group]}
        current={current}
        label={label}
        anchor={anchor}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        onClose={() => setAnchor(null)}
      />
    </li>
  );
}

/** The menu folded to the icons of its groups; each opens its entries beside it. */
export function MenuRail() {
  const { groups, current } = useMenu();
  return (
    <MenuNav folded>
      {groups.map((group) => (
        <RailGroup key={group.key} group={group} current={current} />
      ))}
    </MenuNav>
  );
}
