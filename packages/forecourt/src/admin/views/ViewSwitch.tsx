import { useState } from 'react';
import { Box, Button, IconButton, ListItemIcon, Menu, MenuItem, useMediaQuery, type Theme } from '@mui/material';
import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import ViewModule from '@mui/icons-material/ViewModuleOutlined';
import { useTranslate } from 'react-admin';
import type { ListViewName, Resource } from '../../model/index.ts';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { loadOwnView } from './ownViews.ts';
import { isPaged, useListView } from './useListView.ts';

const ICONS: Readonly<Record<ListViewName, typeof MapIcon>> = {
  table: TableRows,
  tree: AccountTree,
  card: ViewModule,
  calendar: CalendarMonth,
  board: ViewKanban,
  map: MapIcon,
};

interface ViewMenuProps {
  readonly view: ListViewName;
  readonly offered: readonly ListViewName[];
  readonly choose: (view: ListViewName) => void;
}

/** On a phone: one icon among those of the list, so that they stay one line; the views are in its menu. */
function ViewMenu({ view, offered, choose }: ViewMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Current = ICONS[view];
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Current />}
        aria-label={`${translate('admin.views.label')}: ${translate(`admin.views.${view}`)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((name) => {
          const Icon = ICONS[name];
          return (
            <MenuItem
              key={name}
              role="menuitemradio"
              aria-checked={name === view}
              selected={name === view}
              onClick={() => {
                setAnchor(null);
                choose(name);
              }}
              sx={{ minHeight: 48 }}
            >
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              {translate(`admin.views.${name}`)}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

/** Chooses how the list is shown; nothing where there is only the table. The views themselves load when they are about to be chosen. */
export function ViewSwitch({ model, storeKey }: { model: Resource; storeKey: string }) {
  const translate = useTranslate();
  const { view, offered, choose } = useListView(model, storeKey);
  const { labels } = useAdminRuntime();
  // What fails is asked for again, and reported, by the view.
  const loadAhead = (name: ListViewName): void =>
    void (isPaged(name) || loadOwnView(name, labels).catch(() => undefined));
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (offered.length < 2) return null;
  if (phone) return <ViewMenu {...{ view, offered, choose }} />;
  return (
    <Box
      role="group"
      aria-label={translate('admin.views.label')}
      sx={{ display: 'flex', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      {offered.map((name) => {
        const Icon = ICONS[name];
        const label = translate(`admin.views.${name}`);
        return (
          <IconButton
            key={name}
            size="small"
            aria-label={label}
            aria-pressed={name === view}
            title={label}
            onPointerEnter={() => loadAhead(name)}
            onFocus={() => loadAhead(name)}
            onClick={() => choose(name)}
            sx={{ borderRadius: 0, '&[aria-pressed=true]': { bgcolor: 'action.selected', color: 'text.primary' } }}
          >
            <Icon fontSize="small" />
          </IconButton>
        );
      })}
    </Box>
  );
}
