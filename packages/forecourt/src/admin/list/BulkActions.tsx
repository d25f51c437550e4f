import { lazy, Suspense, useState } from 'react';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useListContext, useRefresh, useTranslate, type Identifier, type RaRecord } from 'react-admin';
import { exportPath, stateAllows, type Resource } from '../../model/index.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { Reached } from '../actions/Reached.tsx';
import { ConfirmedButton } from '../dialogs/ConfirmedButton.tsx';
import { BulkEditButton } from '../bulkEdit/BulkEditButton.tsx';
import { useShowsDeleted } from '../deleted/deletedRows.ts';
import { useDeletionNotice } from '../deleted/useDeletionNotice.tsx';
import type { AdminDataProvider, RowFailure } from '../providers/dataProvider.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { LinkedText } from '../values/LinkedText.tsx';
import { ExportSelected } from './ExportSelected.tsx';
import { useBulkActions } from './useBulkActions.ts';

const UndeleteButton = lazy(() => import('../deleted/UndeleteButton.tsx'));

const ABOVE_ROWS = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 1,
  py: 0.5,
  mb: 0.5,
  borderRadius: 1,
  bgcolor: 'action.selected',
} as const;

/** On a phone: at the lower edge of the screen, with targets for a thumb. What is done to the rows stands on a line of its own below their number. */
const UNDER_THUMB = {
  ...ABOVE_ROWS,
  flexWrap: 'wrap',
  rowGap: 0,
  position: 'sticky',
  bottom: 8,
  zIndex: 2,
  mt: 1,
  mb: 0,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  boxShadow: 4,
  '& .MuiButton-root, & .text-button': { minHeight: 44 },
} as const;

interface BulkActionsProps {
  readonly model: Resource;
  /** The list's own: a file of the rows has its columns. */
  readonly storeKey: string;
  readonly onDone?: () => void;
}

/**
 * Appears with the first selected row; holds the declared bulk actions, a file of the rows, and delete. Rows that a delete left are listed with the reason. Where rows
 * are selected in a mode of its own (`onDone` ends it) it stands from the beginning, and selects the whole page.
 */
export default function BulkActions({ model, storeKey, onDone }: BulkActionsProps) {
  const { data = [], selectedIds, onSelect, onUnselectItems } = useListContext();
  const translate = useTranslate();
  const { actions, canDelete, canEdit } = useBulkActions(model);
  const canDo = useCanDo();
  const exported = exportPath(model);
  const deleted = useShowsDeleted();
  const [failures, setFailures] = useState<readonly RowFailure[]>([]);
  const selected = translate('admin.bulk.selected', { smart_count: selectedIds.length });
  return (
    <>
      {(selectedIds.length > 0 || onDone) && (
        <Box role="toolbar" aria-label={selected} sx={onDone ? UNDER_THUMB : ABOVE_ROWS}>
          <Typography sx={{ flex: 1, fontSize: 13, fontWeight: 500, whiteSpace: 'nowrap' }}>{selected}</Typography>
          {onDone && (
            <>
              <Button
                size="small"
                disabled={data.every(({ id }) => selectedIds.includes(id))}
                onClick={() => onSelect([...new Set([...selectedIds, ...data.map(({ id }) => id)])])}
              >
                {translate('admin.bulk.all')}
              </Button>
              <Button size="small" onClick={onDone}>
                {translate('admin.bulk.done')}
              </Button>
              <Box sx={{ flexBasis: '100%', height: 0 }} />
            </>
          )}
          {deleted && selectedIds.length > 0 && (
            <Suspense fallback={null}>
              <UndeleteButton model={model} ids={selectedIds} onEnd={(left) => onSelect([...left])} />
            </Suspense>
          )}
          {!deleted && selectedIds.length > 0 && (
            <>
              {actions.map((action) => (
                <ActionButton
                  key={action.name}
                  model={model}
                  action={action}
                  ids={selectedIds}
                  // Who goes back from the question wants these rows still.
                  onEnd={(done) => done && onUnselectItems()}
                />
              ))}
              {exported && canDo(model.name, 'export') && (
                <ExportSelected model={model} path={exported} storeKey={storeKey} />
              )}
              {canEdit && <BulkEditButton model={model} />}
              {canDelete && <BulkDelete model={model} onFailures={setFailures} />}
            </>
          )}
          {!onDone && (
            <Button size="small" onClick={() => onUnselectItems()}>
              {translate('admin.bulk.clear')}
            </Button>
          )}
        </Box>
      )}
      <Dialog open={failures.length > 0} onClose={() => setFailures([])}>
        <DialogTitle>{translate('admin.bulk.someFailed', { smart_count: failures.length })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          {failures.map(({ id, name, message }) => (
            <Alert key={id} severity="error">
              <LinkedText text={`${name ?? `#${id}`}: ${message}`} />
            </Alert>
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setFailures([])}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** Of the selected rows those that may be deleted, as far as this browser knows: of a row that no page of the list shows any more the server decides. */
function useDeletable(model: Resource): readonly Identifier[] {
  const { selectedIds, data = [] } = useListContext();
  const queries = useQueryClient();
  const pages = queries.getQueriesData<{ data?: readonly RaRecord[] }>({ queryKey: [model.name, 'getList'] });
  const known = new Map([...pages.flatMap(([, page]) => page?.data ?? []), ...data].map((row) => [row.id, row]));
  return selectedIds.filter((id) => stateAllows(model.entity, 'deletable', known.get(id)));
}

/** Asks, then deletes those of the selected rows one by one whose state allows it; says how many these are when some are left. */
function BulkDelete({ model, onFailures }: { model: Resource; onFailures: (failures: readonly RowFailure[]) => void }) {
  const { selectedIds, onSelect } = useListContext();
  const deletable = useDeletable(model);
  const provider = useDataProvider<AdminDataProvider>();
  const translate = useTranslate();
  const announce = useDeletionNotice(model);
  const refresh = useRefresh();

  const run = async () => {
    const { data, failed } = await provider.deleteEach(model.name, deletable);
    if (data.length > 0) announce(data);
    onFailures(failed);
    // What stayed is selected still, as after taking back: its reasons are read, and something else is done to it.
    onSelect(selectedIds.filter((id) => !data.some((gone) => String(gone) === String(id))));
    refresh();
  };

  return (
    <ConfirmedButton
      disabled={deletable.length === 0}
      label={
        deletable.length === selectedIds.length
          ? undefined
          : translate('admin.bulk.deleteSome', { some: deletable.length, of: selectedIds.length })
      }
      verb={translate('ra.action.delete')}
      title={translate('admin.delete.confirm')}
      run={run}
    >
      {translate('admin.bulk.deleteConfirm', { smart_count: deletable.length })}
      <Reached model={model} ids={deletable} />
    </ConfirmedButton>
  );
}
