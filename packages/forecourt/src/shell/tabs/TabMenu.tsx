import { Divider, Menu, MenuItem } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { TabAction } from './useTabClosing.ts';

export interface TabMenuPlace {
  /** Key of the tab it is about. */
  readonly of: string;
  readonly at: HTMLElement | { readonly left: number; readonly top: number };
}

interface TabMenuProps {
  readonly place: TabMenuPlace;
  readonly onAction: (action: TabAction) => void;
  /** Moves the tab by one place; not offered at that end. */
  readonly onMove: (by: -1 | 1) => void;
  readonly first: boolean;
  readonly last: boolean;
  readonly onClose: () => void;
}

const CLOSINGS = ['close', 'closeLeft', 'closeRight', 'closeAll'] as const;

/** What can be done with a tab. Moving stands here too, for whoever cannot drag. */
export function TabMenu({ place, onAction, onMove, first, last, onClose }: TabMenuProps) {
  const translate = useTranslate();
  const name = translate('shell.tabs.actions');
  const { at } = place;
  const anchor =
    at instanceof HTMLElement
      ? { anchorEl: at }
      : { anchorReference: 'anchorPosition' as const, anchorPosition: { left: at.left, top: at.top } };
  const does = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Menu
      open
      onClose={onClose}
      {...anchor}
      onContextMenu={(event) => event.preventDefault()}
      slotProps={{ root: { role: 'region', 'aria-label': name }, list: { 'aria-label': name } }}
    >
      <MenuItem onClick={does(() => onAction('reload'))}>{translate('shell.tabs.reload')}</MenuItem>
      <Divider />
      {CLOSINGS.map((action) => (
        <MenuItem key={action} onClick={does(() => onAction(action))}>
          {translate(`shell.tabs.${action}`)}
        </MenuItem>
      ))}
      <Divider />
      <MenuItem disabled={first} onClick={does(() => onMove(-1))}>
        {translate('shell.tabs.moveLeft')}
      </MenuItem>
      <MenuItem disabled={last} onClick={does(() => onMove(1))}>
        {translate('shell.tabs.moveRight')}
      </MenuItem>
    </Menu>
  );
}
