import { Box, IconButton, Tooltip } from '@mui/material';
import FitScreen from '@mui/icons-material/FitScreenOutlined';
import RotateLeft from '@mui/icons-material/RotateLeft';
import RotateRight from '@mui/icons-material/RotateRight';
import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import { useTranslate } from 'react-admin';
import { usePicturePosition } from './usePicturePosition.ts';

interface PictureViewerProps {
  readonly src: string;
  readonly alt: string;
  /** Laid over the picture, again and again: who looks, and when. */
  readonly watermark?: string;
  /** Takes the keys from the beginning. */
  readonly autoFocus?: boolean;
}

/** More than any screen shows; the frame cuts off the rest. */
const MARKS = 60;
/** The ground of photographs, in light and dark alike. */
const GROUND = '#22262b';

/** Text of the page over the picture, turned: on a photograph of any brightness it is white with a dark edge. */
function Watermark({ text }: { text: string }) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        inset: '-50%',
        display: 'flex',
        flexWrap: 'wrap',
        alignContent: 'center',
        justifyContent: 'center',
        gap: '56px 40px',
        transform: 'rotate(-24deg)',
        pointerEvents: 'none',
        userSelect: 'none',
        color: 'rgba(255, 255, 255, 0.38)',
        textShadow: '0 0 2px rgba(0, 0, 0, 0.55)',
        fontSize: 13,
        whiteSpace: 'nowrap',
      }}
    >
      {Array.from({ length: MARKS }, (_, at) => (
        <span key={at}>{text}</span>
      ))}
    </Box>
  );
}

/** A picture to be judged: zoomed, turned and moved by buttons, pointer and keys, under its watermark. Fills what it stands in. */
export function PictureViewer({ src, alt, watermark = '', autoFocus = false }: PictureViewerProps) {
  const translate = useTranslate();
  const { position, actions, handlers } = usePicturePosition();
  const { zoom, turns, x, y } = position;
  const buttons = [
    ['zoomIn', ZoomIn, '+'],
    ['zoomOut', ZoomOut, '-'],
    ['turnLeft', RotateLeft, 'L'],
    ['turnRight', RotateRight, 'R'],
    ['fit', FitScreen, '0'],
  ] as const;
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: 1, borderRadius: 1, overflow: 'hidden' }}
    >
      <Box
        role="group"
        aria-label={translate('admin.picture.keys', { name: alt })}
        tabIndex={0}
        ref={autoFocus ? (frame: HTMLElement | null) => frame?.focus({ preventScroll: true }) : undefined}
        {...handlers}
        sx={{
          position: 'relative',
          flex: '1 1 auto',
          minHeight: 220,
          overflow: 'hidden',
          bgcolor: GROUND,
          touchAction: 'none',
          cursor: zoom > 1 ? 'grab' : 'default',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Box
          component="img"
          src={src}
          alt={alt}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${zoom})` }}
          sx={{
            position: 'absolute',
            inset: 0,
            width: 1,
            height: 1,
            objectFit: 'contain',
            transition: 'transform 120ms',
            '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
          }}
        />
        {watermark !== '' && <Watermark text={watermark} />}
      </Box>
      <Box role="toolbar" sx={{ display: 'flex', justifyContent: 'center', gap: 0.5, p: 0.5, bgcolor: 'action.hover' }}>
        {buttons.map(([name, Icon, key]) => (
          <Tooltip key={name} title={`${translate(`admin.picture.${name}`)} (${key})`}>
            <IconButton
              size="small"
              aria-label={translate(`admin.picture.${name}`)}
              aria-keyshortcuts={key}
              onClick={actions[name]}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
