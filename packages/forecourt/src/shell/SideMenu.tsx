import { lazy, memo, useState } from 'react';
import { ButtonBase, Collapse } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { TOUCH } from '../admin/index.ts';
import { Beside } from './Beside.tsx';
import { entryLabel, groupLabel, useMenu, type MenuGroup } from './menuEntries.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { MenuNav } from './MenuNav.tsx';
import { useShell, type ShellEntry } from './shellContext.ts';
import { whenIdle } from './whenIdle.ts';

// No first page waits for them.
const FavouriteEntries = lazy(async () => {
  await new Promise<void>(whenIdle);
  return import('./FavouriteEntries.tsx');
});

/**
 * Entries are plain elements that the menu styles once, with their headings. They are some fifty. A styled component
 * for each would take a tenth of all that is drawn before the first row.
 */
const look = {
  '& .menu-row': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-start',
    gap: 1.25,
    boxSizing: 'border-box',
    width: '100%',
    minHeight: 32,
    px: 1.25,
    py: 0.25,
    border: 0,
    borderRadius: '6px',
    bgcolor: 'transparent',
    font: 'inherit',
    fontSize: 14,
    lineHeight: 1.4,
    textAlign: 'left',
    color: 'text.primary',
    textDecoration: 'none',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
    '&:hover': { bgcolor: 'action.hover' },
    [TOUCH]: { minHeight: 44 },
  },
  '& ul .menu-row': { pl: 5 },
  '& .menu-row[aria-current]': {
    color: 'accent.text',
    bgcolor: 'accent.soft',
    fontWeight: 500,
    '&:hover': { bgcolor: 'accent.soft' },
  },
  '& .menu-icon': { display: 'flex', color: 'text.secondary' },
  '& [aria-current] .menu-icon': { color: 'inherit' },
  '& .menu-heading': { flex: 1 },
  '& .menu-arrow': { fontSize: 18, color: 'text.secondary', transition: 'transform 100ms' },
  '& [aria-expanded=false] .menu-arrow': { transform: 'rotate(-90deg)' },
  '& ul': { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '1px' },
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
    <Link to={entry.path} onClick={onNavigate} aria-current={active ? 'page' : undefined} className="menu-row">
      {Icon && (
        <span className="menu-icon">
          <MenuIcon of={Icon} />
        </span>
      )}
      {entryLabel(translate, entry)}
    </Link>
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
        className="menu-row"
      >
        <span className="menu-icon">{Icon && <MenuIcon of={Icon} />}</span>
        <span className="menu-heading">{groupLabel(translate, group)}</span>
        <ExpandMore className="menu-arrow" />
      </ButtonBase>
      <Collapse in={open} timeout={120}>
        <ul id={id}>
          {group.entries.map((entry) => (
            <li key={entry.path}>
              <Entry entry={entry} active={entry.path === current} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </Collapse>
    </>
  );
});

/** The menu at the side: groups that fold, only what the user may open. A group of one is just its entry. */
export const SideMenu = memo(function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { groups, current } = useMenu();
  return (
    <MenuNav sx={look}>
      <Beside>
        <FavouriteEntries onNavigate={onNavigate} />
      </Beside>
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
