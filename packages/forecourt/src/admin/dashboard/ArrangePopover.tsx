import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ArrangedRows } from '../controls/ArrangedRows.tsx';
import { HangingBox } from '../controls/HangingBox.tsx';
import type { DashboardAnswer, SectionAnswer } from './types.ts';
import { tileId, type Tiles } from './useTiles.ts';
import { useWidgetTexts } from './widgetText.ts';

interface ArrangePopoverProps {
  readonly answer: DashboardAnswer;
  readonly tiles: Tiles;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Which sections and tiles of a page of figures are shown, and in which order. */
export default function ArrangePopover({ answer, tiles, anchor, onClose }: ArrangePopoverProps) {
  const translate = useTranslate();
  const { text } = useWidgetTexts(answer.key);
  const sections = tiles.arrange(answer.sections);
  const moved = (name: string, place: number, count: number): string =>
    translate('admin.dashboard.moved', { name, place, count });
  const rows = (ids: readonly string[], labelOf: (id: string) => string, partsOf?: (id: string) => React.ReactNode) => (
    <ArrangedRows
      rows={ids.map((id) => ({ name: id, label: labelOf(id), shown: tiles.isShown(id), parts: partsOf?.(id) }))}
      toggle={tiles.toggle}
      move={ids.length > 1 ? (id, place) => tiles.move(ids, id, place) : undefined}
      moved={moved}
    />
  );
  // Numbers stand above the cards of their section whatever their order: each kind is put in order for itself.
  const tilesOf = ({ key, widgets }: SectionAnswer) =>
    [true, false].map((number) => {
      const of = widgets.filter(({ kind }) => (kind === 'number') === number);
      const keys = new Map(of.map((widget) => [tileId(key, widget.key), widget.key]));
      return of.length === 0 ? null : (
        <Box key={String(number)} sx={{ pl: 3 }}>
          {rows([...keys.keys()], (id) => text('widgets', keys.get(id)!))}
        </Box>
      );
    });
  return (
    <HangingBox
      anchor={anchor}
      label={translate('admin.dashboard.arrange')}
      onClose={onClose}
      sx={{ width: 340, maxHeight: '80vh', display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ p: 1, flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {rows(
          sections.map(({ key }) => key),
          (key) => text('sections', key),
          (key) => tiles.isShown(key) && tilesOf(sections.find((section) => section.key === key)!),
        )}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'center' }}>
        <Button size="small" disabled={!tiles.isArranged} onClick={tiles.reset}>
          {translate('ra.action.reset')}
        </Button>
      </Box>
    </HangingBox>
  );
}
