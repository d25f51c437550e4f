import { useState } from 'react';
import { Box, ButtonBase, Collapse, Typography } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useMenuGroups, type MenuGroup } from './menuEntries.ts';
import { useShell, type ShellEntry } from './shellContext.ts';

const belongs = (entry: ShellEntry, pathname: string): boolean => pathname === entry.path || pathname.startsWith(`${entry.path.replace(/\/list$/, '')}/`);

/** The entry of the page shown: the one with the longest address that fits (`/car/brand` before `/car/list`). */
function activePath(groups: readonly MenuGroup[], pathname: string): string | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const exact = entries.find((entry) => entry.path === pathname);
  return exact?.path ?? entries.filter((entry) => belongs(entry, pathname)).sort((a, b) => b.path.length - a.path.length)[0]?.path;
}

const item = {
  display: 'flex', alignItems: 'center', justifyContent: 'flex-start', gap: 1.25, width: '100%', minHeight: 34, px: 1.5, borderRadius: '6px', fontSize: 14, textAlign: 'left', color: 'text.primary', textDecoration: 'none',
  '&:hover': { backgroundColor: 'action.hover' },
} as const;

function Entry({ entry, active, onNavigate }: { entry: ShellEntry; active: boolean; onNavigate?: () => void }) {
  const translate = useTranslate();
  return (
    <ButtonBase
      component={Link}
      to={entry.path}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      sx={{ ...item, pl: 4.75, ...(active && { color: 'primary.main', fontWeight: 600, backgroundColor: 'action.selected' }) }}
    >
      {translate(entry.title, { _: entry.title })}
    </ButtonBase>
  );
}

function Group({ group, current, onNavigate }: { group: MenuGroup; current?: string; onNavigate?: () => void }) {
  const translate = useTranslate();
  const { icons } = useShell();
  const holdsCurrent = group.entries.some((entry) => entry.path === current);
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? true;
  const Icon = icons[group.icon];
  const id = `menu-${group.key}`;
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <ButtonBase aria-expanded={open} aria-controls={id} onClick={() => setChosen(!open)} sx={{ ...item, fontWeight: 500, color: holdsCurrent ? 'text.primary' : 'text.secondary' }}>
        {Icon && <Icon fontSize="small" />}
        <Typography component="span" sx={{ flex: 1, fontSize: 13, fontWeight: 'inherit' }}>
          {translate(`menu.groups.${group.key}`, { _: group.key })}
        </Typography>
        <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(-90deg)', color: 'text.secondary' }} />
      </ButtonBase>
      <Collapse in={open}>
        <Box component="ul" id={id} sx={{ m: 0, p: 0, pb: 0.5 }}>
          {group.entries.map((entry) => (
            <Box component="li" key={entry.path} sx={{ listStyle: 'none' }}>
              <Entry entry={entry} active={entry.path === current} onNavigate={onNavigate} />
            </Box>
          ))}
        </Box>
      </Collapse>
    </Box>
  );
}

/** The menu at the side: groups that fold, only what the user may open. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const translate = useTranslate();
  const groups = useMenuGroups();
  const { pathname } = useLocation();
  const current = activePath(groups, pathname);
  return (
    <Box component="nav" aria-label={translate('shell.menu.label')} sx={{ p: 1, overflowY: 'auto', flex: 1 }}>
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {groups.map((group) => (
          <Group key={group.key} group={group} current={current} onNavigate={onNavigate} />
        ))}
      </Box>
    </Box>
  );
}
