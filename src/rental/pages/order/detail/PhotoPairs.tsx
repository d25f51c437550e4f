import { useState } from 'react';
import {
  Box,
  ButtonBase,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  Slider,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import Close from '@mui/icons-material/Close';
import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import { useTranslate } from 'react-admin';
import { useCodeLabel, useFileUrl, useLabels } from 'forecourt/admin';
import type { TaskRow } from '../../../calls/index.ts';
import { Panel } from '../../Panel.tsx';

/** One place of the car, photographed when it went out and when it came back; the names of two files. */
interface Pair {
  readonly place: string;
  readonly out: string;
  readonly back: string;
}

const PLACES = ['frontPhoto', 'mileagePhoto'] as const;
const MIDDLE = 50;

/** The last handover out and the last return of the same car; nothing while one of them is missing. */
function ends(tasks: readonly TaskRow[]): { readonly out: TaskRow; readonly back: TaskRow } | undefined {
  const valid = tasks.filter(({ voided }) => voided === 0);
  const back = valid.findLast(({ type }) => type === 'return');
  const out = valid.findLast(({ type, carId }) => (type === 'pickup' || type === 'changeout') && carId === back?.carId);
  return out && back && { out, back };
}

/** The places that both ends photographed. */
function usePairs(tasks: readonly TaskRow[]): readonly Pair[] {
  const labels = useLabels('orderTask');
  const both = ends(tasks);
  if (!both) return [];
  const { out, back } = both;
  return [
    ...PLACES.map((name) => ({ place: labels.field(name), out: out[name], back: back[name] })),
    ...back.damagePhotos.map((photo, index) => ({
      place: `${labels.field('damagePhotos')} ${index + 1}`,
      out: out.damagePhotos[index] ?? '',
      back: photo,
    })),
  ].filter((pair) => pair.out !== '' && pair.back !== '');
}

const picture = { display: 'block', width: '100%', aspectRatio: '4 / 3', objectFit: 'cover', borderRadius: 1 } as const;

/** One picture of a pair with the end that it belongs to. */
function Side({ name, end, place }: { name: string; end: string; place: string }) {
  const url = useFileUrl(name);
  return (
    <Box component="span" sx={{ minWidth: 0 }}>
      <Box component="img" src={url || undefined} alt={`${place} · ${end}`} loading="lazy" sx={picture} />
      <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
        {end}
      </Box>
    </Box>
  );
}

/** As often as its own size a picture is at most. */
const MOST_ZOOM = 4;

/** Both pictures of a place on top of each other; the slider says how much of the return is seen. Arrow keys move it. */
function Compare({ pair, onClose }: { pair: Pair; onClose: () => void }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [share, setShare] = useState(MIDDLE);
  const [zoom, setZoom] = useState(1);
  const [out, back] = [useFileUrl(pair.out), useFileUrl(pair.back)];
  const ofEnd = (end: string): string => codeLabel('orderTaskType', end);
  const whole = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' } as const;
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="md" onClose={onClose}>
      <DialogTitle sx={{ pr: 7 }}>{pair.place}</DialogTitle>
      <IconButton
        aria-label={translate('ra.action.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 8, right: 8 }}
      >
        <Close />
      </IconButton>
      <DialogContent>
        <Box
          tabIndex={zoom > 1 ? 0 : -1}
          role="group"
          aria-label={pair.place}
          sx={{ overflow: 'auto', height: '60vh', bgcolor: 'action.hover', borderRadius: 1 }}
        >
          <Box sx={{ position: 'relative' }} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
            <Box component="img" src={out || undefined} alt={`${pair.place} · ${ofEnd('pickup')}`} sx={whole} />
            <Box
              component="img"
              src={back || undefined}
              alt={`${pair.place} · ${ofEnd('return')}`}
              sx={whole}
              style={{ clipPath: `inset(0 0 0 ${100 - share}%)` }}
            />
          </Box>
        </Box>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 0.5 }}>
          <IconButton
            aria-label={translate('rental.order.tasks.zoomOut')}
            title={translate('rental.order.tasks.zoomOut')}
            disabled={zoom === 1}
            onClick={() => setZoom(zoom - 1)}
          >
            <ZoomOut />
          </IconButton>
          <IconButton
            aria-label={translate('rental.order.tasks.zoomIn')}
            title={translate('rental.order.tasks.zoomIn')}
            disabled={zoom === MOST_ZOOM}
            onClick={() => setZoom(zoom + 1)}
          >
            <ZoomIn />
          </IconButton>
        </Box>
        <Slider
          autoFocus
          value={100 - share}
          aria-label={translate('rental.order.tasks.compare')}
          getAriaValueText={(value) => `${ofEnd('pickup')} ${value} %`}
          onChange={(_, value) => setShare(100 - Number(value))}
        />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12, color: 'text.secondary' }}>
          <span>{ofEnd('pickup')}</span>
          <span>{ofEnd('return')}</span>
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** The pictures of pickup and return side by side, place by place; one of them opened lies on the other, with a slider. */
export function PhotoPairs({ tasks }: { tasks: readonly TaskRow[] }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const pairs = usePairs(tasks);
  const [opened, setOpened] = useState<Pair>();
  if (pairs.length === 0) return null;
  return (
    <Panel title={translate('rental.order.tasks.compare')}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {pairs.map((pair) => (
          <Box key={pair.place} sx={{ minWidth: 0, maxWidth: 480 }}>
            <Box sx={{ fontSize: 13, mb: 0.5 }}>{pair.place}</Box>
            <ButtonBase
              focusRipple
              aria-label={`${translate('rental.order.tasks.compare')}: ${pair.place}`}
              onClick={() => setOpened(pair)}
              sx={{
                display: 'grid',
                gap: 1,
                gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
                width: '100%',
                textAlign: 'left',
                borderRadius: 1,
                '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
              }}
            >
              <Side name={pair.out} place={pair.place} end={codeLabel('orderTaskType', 'pickup')} />
              <Side name={pair.back} place={pair.place} end={codeLabel('orderTaskType', 'return')} />
            </ButtonBase>
          </Box>
        ))}
      </Box>
      {opened && <Compare pair={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}
