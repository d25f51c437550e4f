import { useCallback, type MouseEvent, type ReactNode } from 'react';
import { Checkbox, TableCell, TableRow } from '@mui/material';
import {
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useNavigate,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useRecordLink } from '../routing/useRecordLink.ts';

/** A click on these does its own thing. */
const OWN_CLICK = 'a, button, input, label, [role="menuitem"], [role="button"]';

/** One row of the table: opens its record on a click, with a selection box whose input (not its wrapper) has the name. */
export function ListRow({ children, className }: { children?: ReactNode; className?: string }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const translate = useTranslate();
  const link = useRecordLink(resource ?? '');
  const navigate = useNavigate();
  const { hasBulkActions = false } = useDataTableConfigContext();
  const { handleToggleItem, rowClick } = useDataTableCallbacksContext();
  const selected = useDataTableSelectedIdsContext()?.includes(record?.id ?? '') ?? false;

  const open = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      if (!record || !resource || (rowClick !== 'edit' && rowClick !== 'show')) return;
      if ((event.target as HTMLElement).closest(OWN_CLICK) || window.getSelection()?.toString()) return;
      navigate(link(rowClick, record.id));
    },
    [record, resource, rowClick, navigate, link],
  );

  if (!record) return null;
  return (
    <TableRow
      hover
      selected={selected}
      className={className}
      onClick={open}
      sx={rowClick ? { cursor: 'pointer' } : undefined}
    >
      {hasBulkActions && handleToggleItem && (
        <TableCell padding="checkbox" className="sticky-box">
          <Checkbox
            size="small"
            checked={selected}
            onClick={(event) => handleToggleItem(record.id, event)}
            slotProps={{ input: { 'aria-label': translate('admin.bulk.select', { id: record.id }) } }}
          />
        </TableCell>
      )}
      {children}
    </TableRow>
  );
}
