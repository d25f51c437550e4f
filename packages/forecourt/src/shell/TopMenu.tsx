import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Box, ButtonBase } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { GroupMenu } from './GroupMenu.tsx';
import { entryLabel, groupLabel, useMenu, type MenuGroup } from './menuEntries.ts';
import { useFitting } from './useFitting.ts';

const MORE = 'more';

const item = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.25,
  height: 36,
  px: 1.25,
  borderRadius: '6px',
  fontSize: 14,
  fontFamily: 'inherit',
  whiteSpace: 'nowrap',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover, &[aria-expanded=true]': { bgcolor: 'action.hover' },
} as const;

const chosen = { color: 'accent.text', bgcolor: 'accent.soft', fontWeight: 500, '&:hover': { bgcolor: 'accent.soft' } };

const holds = (group: MenuGroup, path: string | undefined): boolean =>
  group.entries.some((entry) => entry.path === path);

interface OpenMenu {
  readonly key: string;
  readonly anchor: HTMLElement;
}

/**
 * The menu in the header: a button a group, its entries below it, a group of one as its entry; what has no room is under "More". The arrow
 * keys walk along the bar, also from an open menu to the next; down opens, Escape closes.
 */
export function TopMenu() {
  const translate = useTranslate();
  const { groups, current } = useMenu();
  const bar = useRef<HTMLUListElement>(null);
  const fitting = useFitting(bar, groups.length);
  const [open, setOpen] = useState<OpenMenu>();
  const rest = groups.slice(fitting);
  const shown = open?.key === MORE ? rest : groups.filter((group) => group.key === open?.key);

  const buttons = (): HTMLElement[] =>
    [...(bar.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])].filter(
      (button) => button.closest('li')?.hidden !== true,
    );
  const openFrom = (button: HTMLElement): void =>
    setOpen(button.dataset['group'] ? { key: button.dataset['group'], anchor: button } : undefined);
  const step = (from: HTMLElement, by: 1 | -1): HTMLElement | undefined => {
    const all = buttons();
    return all.at((all.indexOf(from) + by) % all.length);
  };
  const onBarKey = (event: KeyboardEvent<HTMLElement>): void => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-item]');
    if (!button) return;
    const next = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
    if (next) step(button, next)?.focus();
    else if (event.key === 'ArrowDown') openFrom(button);
    else return;
    event.preventDefault();
  };
  const onMenuKey = (event: KeyboardEvent): void => {
    const next = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
    const target = next && open && step(open.anchor, next);
    if (!target) return;
    // A menu that closes gives the focus back to its button; only then can it go on.
    flushSync(() => setOpen(undefined));
    target.focus();
    openFrom(target);
  };
  const button = (key: string, label: string, active: boolean) => (
    <ButtonBase
      data-item
      data-group={key}
      aria-haspopup="menu"
      aria-expanded={open?.key === key}
      aria-current={active ? 'true' : undefined}
      onClick={(event) => openFrom(event.currentTarget)}
      sx={{ ...item, pr: 0.75, ...(active && chosen) }}
    >
      {label}
      <ExpandMore sx={{ fontSize: 16, opacity: 0.7 }} />
    </ButtonBase>
  );

  return (
    <Box component="nav" aria-label={translate('shell.menu.label')} onKeyDown={onBarKey}>
      <Box
        component="ul"
        ref={bar}
        sx={{
          m: 0,
          p: 0,
          px: 1,
          py: 0.5,
          listStyle: 'none',
          display: 'flex',
          gap: 0.25,
          position: 'relative',
          overflow: 'hidden',
        }}
      >
        {groups.map((group, index) => {
          const [only, ...more] = group.entries;
          const active = holds(group, current);
          return (
            <li key={group.key} hidden={index >= fitting}>
              {only && more.length === 0 ? (
                <ButtonBase
                  data-item
                  component={Link}
                  to={only.path}
                  aria-current={active ? 'page' : undefined}
                  sx={{ ...item, ...(active && chosen) }}
                >
                  {entryLabel(translate, only)}
                </ButtonBase>
              ) : (
                button(group.key, groupLabel(translate, group), active)
              )}
            </li>
          );
        })}
        <li hidden={rest.length === 0}>
          {button(
            MORE,
            translate('shell.menu.more'),
            rest.some((group) => holds(group, current)),
          )}
        </li>
      </Box>
      <GroupMenu
        key={open?.key}
        groups={shown}
        headings={open?.key === MORE}
        current={current}
        label={open?.anchor.textContent ?? ''}
        anchor={open?.anchor ?? null}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={() => setOpen(undefined)}
        onKeyDown={onMenuKey}
      />
    </Box>
  );
}
