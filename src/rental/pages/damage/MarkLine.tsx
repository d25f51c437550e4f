import type { ReactNode } from 'react';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFileUrl } from 'forecourt/admin';
import type { DamageMark } from '../../calls/index.ts';

const PHOTO = { width: 64, height: 48, objectFit: 'cover', borderRadius: 1, display: 'block' } as const;

function Photo({ name, label }: { name: string; label: string }) {
  const url = useFileUrl(name);
  if (!url) return null;
  return (
    <Box component="a" href={url} target="_blank" rel="noopener" sx={{ flex: 'none' }}>
      <Box component="img" src={url} alt={label} sx={PHOTO} />
    </Box>
  );
}

interface MarkLineProps {
  readonly mark: Pick<DamageMark, 'no' | 'zone' | 'kind' | 'note' | 'photo'> & {
    readonly size: number | string | null;
  };
  /** It was not there before. */
  readonly fresh?: boolean;
  /** It is there no more. */
  readonly gone?: boolean;
  /** What is known of it beside what it is. */
  readonly aside?: string;
  readonly children?: ReactNode;
}

/** A mark in words: number, part, what it is, how large, with its picture. Texts: `rental.damage`. */
export function MarkLine({ mark, fresh = false, gone = false, aside, children }: MarkLineProps) {
  const translate = useTranslate();
  const { no, zone, kind, size, note, photo } = mark;
  const part = translate(`rental.damage.zone.${zone}`);
  const what = [
    translate(`rental.damage.kind.${kind}`),
    size ? translate('rental.damage.cm', { size }) : '',
    note.trim(),
  ].filter(Boolean);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 48, opacity: gone ? 0.6 : 1 }}
    >
      <Box
        component="span"
        sx={{
          flex: 'none',
          width: 26,
          height: 26,
          borderRadius: '50%',
          border: 1,
          display: 'grid',
          placeItems: 'center',
          fontSize: 13,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          ...(fresh
            ? { bgcolor: 'error.main', borderColor: 'error.main', color: 'error.contrastText' }
            : { borderColor: 'text.secondary' }),
        }}
      >
        {no}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, textDecoration: gone ? 'line-through' : undefined }}>
        <Box sx={{ fontWeight: 500 }}>{part}</Box>
        <Box sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{what.join(' · ')}</Box>
        {aside && <Box sx={{ fontSize: 12, color: fresh ? 'error.main' : 'text.secondary' }}>{aside}</Box>}
      </Box>
      {photo && <Photo name={photo} label={`${no} · ${part}`} />}
      {children}
    </Box>
  );
}

/** The list that such lines stand in. */
export const MARK_LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 } as const;
