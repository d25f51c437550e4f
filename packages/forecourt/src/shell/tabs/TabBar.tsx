import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type SyntheticEvent } from 'react';
import { Box, IconButton } from '@mui/material';
import MoreVert from '@mui/icons-material/MoreVert';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { ConfirmDialog, useShortcut, useTexts, routeTitle } from '../../admin/index.ts';
import { moveTab } from './tabActions.ts';
import type { TabbedPage } from './tabbedPages.ts';
import { TabItem } from './TabItem.tsx';
import { TabMenu, type TabMenuPlace } from './TabMenu.tsx';
import type { Tab } from './tabs.ts';
import { useTabs, useTabStore } from './tabStore.ts';
import { useTabClosing } from './useTabClosing.ts';
import { useTabDragging } from './useTabDragging.ts';

const MIDDLE_BUTTON = 1;

/** Where the keys lead from the tab with this index. */
const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const elementOf = (tab: Tab | undefined): HTMLElement | null => (tab ? document.getElementById(`tab-${tab.id}`) : null);

/** Scrolls the bar, and nothing but the bar, until the tab is in sight: the window belongs to the page. */
function reveal(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (!bar) return;
  const [own, room] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  if (own.left < room.left) bar.scrollLeft -= room.left - own.left;
  else if (own.right > room.right) bar.scrollLeft += own.right - room.right;
}

function focus(tab: HTMLElement | null): void {
  tab?.focus({ preventScroll: true });
  reveal(tab);
}

/** The tab that an event is about. */
const tabAt = ({ target }: SyntheticEvent): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[role=tab]');

/** What names a tab until its page does: the record in its address. */
function recordOf(tab: Tab, page: TabbedPage | undefined): string | undefined {
  const id = page?.path.endsWith('/:id') ? tab.key.split('/').at(-1) : /\?id=(.+)$/.exec(tab.key)?.[1];
  return id && `#${id}`;
}

/** What the keys do that the bar listens for itself; here they are only named, for the overview of keys. */
function useTabKeys(): void {
  useShortcut({ keys: 'Shift+F10', label: 'admin.shortcuts.tabs.menu' });
  useShortcut({ keys: 'Del', label: 'admin.shortcuts.tabs.close' });
  useShortcut({ keys: 'Enter', label: 'admin.shortcuts.tabs.show' });
  useShortcut({ keys: '← →', label: 'admin.shortcuts.tabs.walk' });
}

/** The visited pages (D-SHELL-03): one is shown, all are one click away. Arrow keys move between them, Enter shows, Delete closes. */
export function TabBar({ pageAt }: { pageAt: (pathname: string) => TabbedPage | undefined }) {
  useTexts('shell.tabs');
  useTexts('msg.tab');
  const translate = useTranslate();
  const navigate = useNavigate();
  const store = useTabStore();
  const { tabs, active } = useTabs(store);
  const closing = useTabClosing(store);
  const dragging = useTabDragging(store);
  const [menu, setMenu] = useState<TabMenuPlace>();
  const focusNext = useRef(false);
  const shown = tabs.find((tab) => tab.key === active);
  const about = tabs.findIndex((tab) => tab.key === menu?.of);

  useTabKeys();
  const titleOf = (tab: Tab): string => {
    const page = pageAt(tab.location.pathname);
    return page ? translate(routeTitle(page.path), { _: translate(page.title, { _: page.title }) }) : tab.key;
  };

  // What was closed by a key or the menu had the focus; the bar keeps it.
  const shownId = shown?.id;
  useEffect(() => {
    const element = shownId === undefined ? null : document.getElementById(`tab-${shownId}`);
    reveal(element);
    if (focusNext.current) focus(element);
    focusNext.current = false;
  }, [shownId, tabs.length]);

  const show = (key: string): void => {
    const tab = tabs.find((one) => one.key === key);
    if (tab && tab !== shown) void navigate(tab.location);
  };
  const click = (event: MouseEvent): void => {
    const { key } = tabAt(event)?.dataset ?? {};
    if (key === undefined) return;
    const closes = event.button === MIDDLE_BUTTON || (event.target as Element).closest('[data-close]');
    if (closes) closing.run('close', key);
    else show(key);
  };
  const contextMenu = (event: MouseEvent): void => {
    const { key } = tabAt(event)?.dataset ?? {};
    if (key === undefined) return;
    event.preventDefault();
    setMenu({ of: key, at: { left: event.clientX, top: event.clientY } });
  };
  const keyDown = (event: KeyboardEvent): void => {
    const tab = tabAt(event);
    const { key } = tab?.dataset ?? {};
    if (!tab || key === undefined) return;
    const step = STEPS[event.key];
    if (step) {
      const index = tabs.findIndex((one) => one.key === key);
      focus(elementOf(tabs[step(index, tabs.length)]));
    } else if (event.key === 'Enter' || event.key === ' ') show(key);
    else if (event.key === 'Delete') {
      focusNext.current = true;
      closing.run('close', key);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) setMenu({ of: key, at: tab });
    else return;
    event.preventDefault();
  };

  const { target } = dragging;
  const withTab = <E extends SyntheticEvent>(act: (tab: HTMLElement, event: E) => void) => {
    return (event: E): void => {
      const tab = tabAt(event);
      if (tab) act(tab, event);
    };
  };
  return (
    <Box component="nav" aria-label={translate('shell.tabs.label')} sx={{ display: 'flex', height: '100%' }}>
      <Box
        role="tablist"
        aria-label={translate('shell.tabs.label')}
        onClick={click}
        onAuxClick={(event) => event.button === MIDDLE_BUTTON && click(event)}
        onContextMenu={contextMenu}
        onKeyDown={keyDown}
        onDragStart={withTab(dragging.start)}
        onDragOver={withTab(dragging.over)}
        onDrop={dragging.drop}
        onDragEnd={dragging.end}
        sx={{ display: 'flex', flex: 1, minWidth: 0, overflowX: 'auto', scrollbarWidth: 'none' }}
      >
        {tabs.map((tab) => (
          <TabItem
            key={tab.id}
            id={tab.id}
            tabKey={tab.key}
            title={titleOf(tab)}
            name={tab.name ?? recordOf(tab, pageAt(tab.location.pathname))}
            active={tab === shown}
            mounted={tab.awake}
            drop={target?.key === tab.key ? target.side : undefined}
          />
        ))}
      </Box>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        aria-label={translate('shell.tabs.actions')}
        onClick={(event) => setMenu({ of: active, at: event.currentTarget })}
        sx={{ flex: 'none', width: 36, borderRadius: 0 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {menu && about >= 0 && (
        <TabMenu
          place={menu}
          first={about === 0}
          last={about === tabs.length - 1}
          onClose={() => setMenu(undefined)}
          onMove={(by) => store.set((state) => moveTab(state, menu.of, about + by))}
          onAction={(action) => {
            focusNext.current = true;
            closing.run(action, menu.of);
          }}
        />
      )}
      <ConfirmDialog
        open={closing.asking}
        title={translate('admin.form.leaveTitle')}
        verb={translate('admin.form.discard')}
        danger
        onConfirm={() => closing.answer(true)}
        onClose={() => closing.answer(false)}
      >
        {translate('shell.tabs.unsaved', { names: closing.unsaved.map(titleOf).join(', ') })}
      </ConfirmDialog>
    </Box>
  );
}
