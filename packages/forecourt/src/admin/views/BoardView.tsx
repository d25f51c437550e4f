import { useCallback, useState } from 'react';
import { Box, Button, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate, type RaRecord } from 'react-admin';
import { fieldOf, type Resource } from '../../model/index.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useCanEdit } from '../actions/RowActions.tsx';
import { countText } from '../rows/countText.ts';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { isBlank } from '../values/format.ts';
import { useCodeLabel, useTexts } from '../values/labels.ts';
import { ToneChip } from '../values/ToneChip.tsx';
import { BoardCard } from './BoardCard.tsx';
import { movesOf } from './boardMoves.ts';
import { useFactText } from './RecordName.tsx';
import { useBoardMoves } from './useBoardMoves.ts';
import { useBoardRows } from './useBoardRows.ts';
import { ViewStates } from './ViewStates.tsx';

/** Records in one column a code. A card goes where an action of its state, or the generic save, may take it. */
export default function BoardView({ model }: { model: Resource; storeKey: string }) {
  useTexts('admin.board');
  const board = model.list.views.board!;
  const { by: byName, fields, lines } = board;
  const by = fieldOf(model.entity, byName);
  const translate = useTranslate();
  const { model: admin, session } = useAdminRuntime();
  const codeLabel = useCodeLabel();
  const canDo = useCanDo();
  const canEdit = useCanEdit(model);
  const queries = useQueryClient();
  const table = admin.codes[by.codes!] ?? [];
  const codes = table.map(({ code }) => code);
  const source = useBoardRows(model, board, codes);
  const factText = useFactText(model);
  const reload = useCallback(
    () => queries.invalidateQueries({ queryKey: [model.name], refetchType: 'active' }),
    [queries, model.name],
  );
  const moves = useBoardMoves(model, byName, (record) => factText(fields[0], record), reload);
  const [dragged, setDragged] = useState<RaRecord | undefined>();

  const columns = table.map(({ code, tone }) => ({ code, tone, label: codeLabel(by.codes!, code) }));
  const columnOf = (record: RaRecord): string =>
    moves.shownIn.get(record.id) ?? (isBlank(record[byName]) ? '' : String(record[byName]));
  const rights = { canDo, canEdit, can: session.can };
  const moveTo = (record: RaRecord, to: { readonly code: string | number; readonly label: string }) =>
    moves.move(record, to, movesOf(model, by, codes, record, rights).get(String(to.code)));
  const unset = source.counts.get('')!.total > 0;
  const shown = unset ? [{ code: '', tone: undefined, label: translate('admin.board.none') }, ...columns] : columns;
  const reachable = dragged && movesOf(model, by, codes, dragged, rights);

  return (
    <ViewStates source={source}>
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, overflowX: 'auto', alignItems: 'stretch', pb: 1, minWidth: 0 }}>
        {shown.map((column) => {
          const cards = source.rows.filter((record) => columnOf(record) === String(column.code));
          const count = source.counts.get(String(column.code))!;
          const accepts = reachable?.has(String(column.code)) ?? false;
          return (
            <Box
              key={column.code}
              component="section"
              aria-label={translate('admin.board.column', { name: column.label, smart_count: count.total })}
              onDragOver={(event) => accepts && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged) moveTo(dragged, column);
                setDragged(undefined);
              }}
              sx={{
                flex: '1 0 240px',
                minWidth: 0,
                minHeight: 240,
                p: 1,
                borderRadius: 1,
                border: 1,
                borderStyle: accepts ? 'dashed' : 'solid',
                borderColor: accepts ? 'primary.main' : 'divider',
                bgcolor: 'background.default',
                opacity: dragged && !accepts && columnOf(dragged) !== String(column.code) ? 0.5 : 1,
              }}
            >
              <Typography component="h2" sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>
                {column.tone ? <ToneChip tone={column.tone} label={column.label} /> : column.label}{' '}
                <Typography component="span" color="text.secondary" sx={{ fontSize: 13 }}>
                  {countText(count.total, count.atLeast)}
                </Typography>
              </Typography>
              {cards.length === 0 && !count.loading && (
                <Typography color="text.secondary" sx={{ fontSize: 12 }}>
                  {translate('admin.board.empty')}
                </Typography>
              )}
              <Box
                component="ul"
                sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
              >
                {cards.map((record) => {
                  const possible = movesOf(model, by, codes, record, rights);
                  return (
                    <BoardCard
                      key={record.id}
                      model={model}
                      record={record}
                      fields={fields.filter((name) => name !== byName)}
                      lines={lines}
                      targets={columns.filter(({ code }) => possible.has(String(code)))}
                      busy={moves.shownIn.has(record.id)}
                      refusal={moves.refusals.get(record.id)}
                      onMove={(to) => moveTo(record, to)}
                      onDrag={(dragging) => setDragged(dragging ? record : undefined)}
                    />
                  );
                })}
              </Box>
              {count.more && (
                <Button
                  size="small"
                  fullWidth
                  disabled={count.loading}
                  onClick={() => source.more(column.code)}
                  sx={{ mt: 1 }}
                >
                  {translate('admin.board.more')}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {moves.asking && (
        <ActionButton
          model={model}
          action={moves.asking.action}
          record={moves.asking.record}
          started
          onEnd={moves.endAsking}
        />
      )}
    </ViewStates>
  );
}
