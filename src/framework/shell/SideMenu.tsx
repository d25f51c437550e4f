import { memo, useState } from 'react';
import { Box, ButtonBase, Collapse } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { TOUCH } from '../admin/index.ts';
import { entryLabel, groupLabel, useMenu, type MenuGroup } from './menuEntries.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { MenuNav } from './MenuNav.tsx';
import { useShell, type ShellEntry } from './shellContext.ts';

const row = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  gap: 1.25,
  width: '100%',
  minHeight: 32,
  px: 1.25,
  py: 0.25,
  borderRadius: '6px',
  fontSize: 14,
  lineHeight: 1.4,
  textAlign: 'left',
  fontFamily: 'inherit',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  [TOUCH]: { minHeight: 44 },
} as const;

const chosen = {
  color: 'accent.text',
  bgcolor: 'accent.soft',
  fontWeight: 500,
  '&:hover': { bgcolor: 'accent.soft' },
} as const;

interface EntryProps {
  readonly entry: ShellEntry;
  readonly active: boolean;
  readonly onNavigate?: () => void;
  /** Icon of a group that has only this entry. */
  readonly icon?: string;
}

/** Drawn anew only when it becomes, or no longer is, the chosen one: a switch of pages draws two of them, not all. */
const Entry = memo(function Entry({ entry, active, onNavigate, icon }: EntryProps) {
  const translate = useTranslate();
  const { icons } = useShell();
  const Icon = icon ? icons[icon] : undefined;
  return (
    <ButtonBase
      component={Link}
      to={entry.path}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      sx={{ ...row, ...(icon ? {} : { pl: 5 }), ...(active ? chosen : {}) }}
    >
      {Icon && (
        <Box component="span" sx={{ display: 'flex', color: active ? 'inherit' : 'text.secondary' }}>
          <MenuIcon of={Icon} />
        </Box>
      )}
      {entryLabel(translate, entry)}
    </ButtonBase>
  );
});

interface GroupProps {
  readonly group: MenuGroup;
  /** The entry on screen, when it is one of these. */
  readonly current: string | undefined;
  readonly onNavigate?: () => void;
}

/** Entries below their heading. Coming to a page of a folded group opens it. */
const Group = memo(function Group({ group, current, onNavigate }: GroupProps) {
  const translate = useTranslate();
  const { icons } = useShell();
  const [folded, setFolded] = useState<{ readonly at: string | undefined }>();
  const open = folded === undefined || (current !== undefined && folded.at !== current);
  const Icon = icons[group.icon];
  const id = `menu-${group.key}`;
  return (
    <>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setFolded(open ? { at: current } : undefined)}
        sx={row}
      >
        <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
          {Icon && <MenuIcon of={Icon} />}
        </Box>
        <Box component="span" sx={{ flex: 1 }}>
          {groupLabel(translate, group)}
        </Box>
        <ExpandMore
          sx={{
            fontSize: 18,
            color: 'text.secondary',
            transform: open ? 'none' : 'rotate(-90deg)',
            transition: 'transform 100ms',
          }}
        />
      </ButtonBase>
      <Collapse in={open} timeout={120}>
        <Box component="ul" id={id} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '1px' }}>
          {group.entries.map((entry) => (
            <li key={entry.path}>
              <Entry entry={entry} active={entry.path === current} onNavigate={onNavigate} />
            </li>
          ))}
        </Box>
      </Collapse>
    </>
  );
});

/** The menu at the side: groups that fold, only what the user may open. A group of one is just its entry. */
export const SideMenu = memo(function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { groups, current } = useMenu();
  return (
    <MenuNav>
      {groups.map((group) => {
        const [only, ...more] = group.entries;
        return (
          <li key={group.key}>
            {only && more.length === 0 ? (
              <Entry entry={only} icon={group.icon} active={only.path === current} onNavigate={onNavigate} />
            ) : (
              <Group
                group={group}
                current={group.entries.some((entry) => entry.path === current) ? current : undefined}
                onNavigate={onNavigate}
              />
            )}
          </li>
        );
      })}
    </MenuNav>
  );
});
