import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { Box, Button, ButtonBase, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Corner } from '../../model/index.ts';

/**
 * The corners of an area as a list: each is chosen, moved by arrow keys, removed and followed by another without a pointer, and says where
 * it is.
 */
export function CornerList({
  corners,
  chosen,
  removable,
  onChoose,
  onKey,
  onAdd,
  onRemove,
}: {
  corners: readonly Corner[];
  chosen: number | undefined;
  removable: boolean;
  onChoose: (index: number) => void;
  onKey: (event: KeyboardEvent, index: number) => void;
  onAdd: (index: number) => void;
  onRemove: (index: number) => void;
}) {
  const translate = useTranslate();
  const hint = useId();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef(false);
  // A corner that comes or goes takes the focus along, for who works here by keyboard.
  useEffect(() => {
    if (focused.current && chosen !== undefined) list.current?.querySelectorAll('button')[chosen]?.focus();
  }, [chosen, corners.length]);
  const nameOf = (index: number): string => {
    const [longitude, latitude] = corners[index]!;
    return translate('admin.map.corner.name', { number: index + 1, latitude, longitude });
  };
  const current = chosen !== undefined && chosen < corners.length ? chosen : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography id={hint} color="text.secondary" sx={{ fontSize: 12 }}>
        {translate('admin.map.corner.hint')}
      </Typography>
      <Box
        component="ol"
        ref={list}
        aria-label={translate('admin.map.corner.list')}
        onFocus={() => (focused.current = true)}
        onBlur={() => (focused.current = false)}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 0.5,
          maxHeight: 120,
          overflowY: 'auto',
        }}
      >
        {corners.map((_corner, index) => (
          <li key={index}>
            <ButtonBase
              aria-label={nameOf(index)}
              aria-pressed={index === current}
              aria-describedby={hint}
              onClick={() => onChoose(index)}
              onFocus={() => onChoose(index)}
              onKeyDown={(event) => onKey(event, index)}
              sx={{
                minWidth: 32,
                height: 28,
                px: 0.5,
                borderRadius: 1,
                border: 1,
                fontSize: 13,
                borderColor: index === current ? 'primary.main' : 'divider',
                bgcolor: index === current ? 'primary.main' : 'background.paper',
                color: index === current ? 'primary.contrastText' : 'text.primary',
                '&:focus-visible': { outline: '2px solid', outlineColor: 'text.primary', outlineOffset: 1 },
              }}
            >
              {index + 1}
            </ButtonBase>
          </li>
        ))}
      </Box>
      {current !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }} role="status">
            {nameOf(current)}
          </Typography>
          <Button size="small" onClick={() => onAdd(current)}>
            {translate('admin.map.corner.add')}
          </Button>
          <Button size="small" disabled={!removable} onClick={() => onRemove(current)}>
            {translate('admin.map.corner.remove')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
