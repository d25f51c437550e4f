import { Box, IconButton } from '@mui/material';
import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import ViewModule from '@mui/icons-material/ViewModuleOutlined';
import { useTranslate } from 'react-admin';
import type { ListViewName, Resource } from '../../model/index.ts';
import { useListView } from './useListView.ts';

const ICONS: Readonly<Record<ListViewName, typeof MapIcon>> = {
  table: TableRows,
  tree: AccountTree,
  card: ViewModule,
  calendar: CalendarMonth,
  board: ViewKanban,
  map: MapIcon,
};

/** Chooses how the list is shown; nothing where there is only the table. The views themselves load when they are chosen. */
export function ViewSwitch({ model, storeKey }: { model: Resource; storeKey: string }) {
  const translate = useTranslate();
  const { view, offered, choose } = useListView(model, storeKey);
  if (offered.length < 2) return null;
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
