import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Box, Checkbox, Typography } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import type { BranchLine } from './branches.ts';
import type { Mark, PermissionNode, Tally } from './permissionTree.ts';

const LINE_HEIGHT = 34;
/** Drawn above and below what is seen, so that scrolling shows no gaps. */
const SPARE_LINES = 8;
const HEIGHT = 420;

const CHECKED: Readonly<Record<Mark, boolean | 'mixed'>> = { all: true, some: 'mixed', none: false };

type Line = BranchLine<PermissionNode>;

interface PermissionTreeProps {
  readonly lines: readonly Line[];
  readonly tallies: ReadonlyMap<number, Tally>;
  readonly onToggle: (node: PermissionNode) => void;
  /** Everything below a node, or nothing. */
  readonly onBranch: (node: PermissionNode) => void;
  readonly onFold: (ids: readonly number[], unfold: boolean) => void;
}

/**
 * The tree as the ARIA pattern has it: one stop of the Tab key, arrows walk and fold, the space bar ticks, with Shift the whole branch. Only the
 * lines in sight are in the page, so that ten thousand entries scroll like ten.
 */
export function PermissionTree({ lines, tallies, onToggle, onBranch, onFold }: PermissionTreeProps) {
  const translate = useTranslate();
  const prefix = useId();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [at, setAt] = useState<number>();
  const found = lines.findIndex(({ node }) => node.id === at);
  const active = found < 0 ? 0 : found;
  const current = lines[active]!;

  useEffect(() => {
    const list = box.current;
    if (!list || found < 0) return;
    if (found * LINE_HEIGHT < list.scrollTop) list.scrollTop = found * LINE_HEIGHT;
    const below = (found + 1) * LINE_HEIGHT - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }, [found]);

  const go = (index: number): void => setAt(lines[Math.max(0, Math.min(lines.length - 1, index))]!.node.id);
  const parentOf = (index: number): number => {
    for (let up = index - 1; up >= 0; up--) if (lines[up]!.level < lines[index]!.level) return up;
    return index;
  };
  const { node, open } = current;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(active + 1),
    ArrowUp: () => go(active - 1),
    Home: () => go(0),
    End: () => go(lines.length - 1),
    PageDown: () => go(active + 10),
    PageUp: () => go(active - 10),
    ArrowRight: () => (open ? go(active + 1) : onFold([node.id], true)),
    ArrowLeft: () => (open ? onFold([node.id], false) : go(parentOf(active))),
    '*': () =>
      onFold(
        lines
          .filter((line) => line.level === current.level && line.node.children.length > 0)
          .map((line) => line.node.id),
        true,
      ),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ') (event.shiftKey ? onBranch : onToggle)(node);
    else if (keys[event.key]) keys[event.key]!();
    // Enter would save the form around the tree.
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };

  const first = Math.max(0, Math.floor(top / LINE_HEIGHT) - SPARE_LINES);
  const last = Math.ceil((top + HEIGHT) / LINE_HEIGHT) + SPARE_LINES;
  const drawn = lines
    .map((line, index) => ({ line, index }))
    .filter(({ index }) => (index >= first && index < last) || index === active);
  return (
    <Box
      ref={box}
      role="tree"
      tabIndex={0}
      aria-multiselectable
      aria-label={translate('admin.permissions.tree')}
      aria-activedescendant={`${prefix}${node.id}`}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      sx={{
        position: 'relative',
        maxHeight: HEIGHT,
        overflowY: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: '6px',
        '&:focus-visible [data-active]': {
          outline: 2,
          outlineStyle: 'solid',
          outlineColor: 'accent.text',
          outlineOffset: -2,
        },
      }}
    >
      <Box role="none" sx={{ height: lines.length * LINE_HEIGHT }} />
      {drawn.map(({ line, index }) => (
        <TreeLine
          key={line.node.id}
          id={`${prefix}${line.node.id}`}
          line={line}
          tally={tallies.get(line.node.id)!}
          offset={index * LINE_HEIGHT}
          active={index === active}
          onFold={() => onFold([line.node.id], !line.open)}
          onTick={() => {
            setAt(line.node.id);
            onToggle(line.node);
          }}
        />
      ))}
    </Box>
  );
}

interface TreeLineProps {
  readonly id: string;
  readonly line: Line;
  readonly tally: Tally;
  readonly offset: number;
  readonly active: boolean;
  readonly onFold: () => void;
  readonly onTick: () => void;
}

function TreeLine({ id, line, tally, offset, active, onFold, onTick }: TreeLineProps) {
  const { node, level, open, position, siblings } = line;
  const branch = node.children.length > 0;
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={branch ? open : undefined}
      aria-checked={CHECKED[tally.mark]}
      data-active={active || undefined}
      onClick={onTick}
      sx={{
        position: 'absolute',
        top: offset,
        left: 0,
        right: 0,
        height: LINE_HEIGHT,
        display: 'flex',
        alignItems: 'center',
        pl: 0.5 + (level - 1) * 2.5,
        pr: 1.5,
        cursor: 'pointer',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        component="span"
        aria-hidden
        onClick={(event) => {
          if (!branch) return;
          event.stopPropagation();
          onFold();
        }}
        sx={{ width: 28, height: 28, flex: 'none', display: 'grid', placeItems: 'center', color: 'text.secondary' }}
      >
        {branch && <ExpandMore sx={{ fontSize: 18, transform: open ? 'none' : 'rotate(-90deg)' }} />}
      </Box>
      <Checkbox
        size="small"
        checked={tally.mark === 'all'}
        indeterminate={tally.mark === 'some'}
        disableRipple
        slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
        sx={{ p: 0.5, pointerEvents: 'none' }}
      />
      <Typography
        component="span"
        noWrap
        sx={{ fontSize: 13, fontWeight: level === 1 ? 600 : level === 2 ? 500 : 400, ml: 0.5 }}
      >
        {node.title}
      </Typography>
      {branch && (
        <Typography
          component="span"
          sx={{ ml: 'auto', pl: 1, fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {`${tally.ticked}/${tally.total}`}
        </Typography>
      )}
    </Box>
  );
}
