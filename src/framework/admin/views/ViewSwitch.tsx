import { ToggleButton, ToggleButtonGroup } from '@mui/material';
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
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={translate('admin.views.label')}
      onChange={(_event, next: ListViewName | null) => next && choose(next)}
      sx={{ '& .MuiToggleButton-root': { px: 1, py: 0.5, minHeight: 32 } }}
    >
      {offered.map((name) => {
        const Icon = ICONS[name];
        const label = translate(`admin.views.${name}`);
        return (
          <ToggleButton key={name} value={name} aria-label={label} title={label}>
            <Icon fontSize="small" />
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}
