import { Box, IconButton, Tooltip } from '@mui/material';
import FitScreen from '@mui/icons-material/FitScreenOutlined';
import RotateLeft from '@mui/icons-material/RotateLeft';
import RotateRight from '@mui/icons-material/RotateRight';
import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import { useTranslate } from 'react-admin';
import { TOUCH } from '../runtime/touch.ts';
import { usePicturePosition } from './usePicturePosition.ts';

interface PictureViewerProps {
  readonly src: string;
  readonly alt: string;
  /** Takes the keys from the beginning. */
  readonly autoFocus?: boolean;
}

/** The ground of photographs, in light and dark alike. */
const GROUND = '#22262b';

/** A picture to be judged: zoomed, turned and moved by buttons, pointer and keys. Fills what it stands in. */
export function PictureViewer({ src, alt, autoFocus = false }: PictureViewerProps) {
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
      </Box>
      <Box role="toolbar" sx={{ display: 'flex', justifyContent: 'center', gap: 0.5, p: 0.5, bgcolor: 'action.hover' }}>
        {buttons.map(([name, Icon, key]) => (
          <Tooltip key={name} title={`${translate(`admin.picture.${name}`)} (${key})`}>
            <IconButton
              size="small"
              aria-label={translate(`admin.picture.${name}`)}
              aria-keyshortcuts={key}
              onClick={actions[name]}
              sx={{
                width: { xs: 44, sm: 36 },
                height: { xs: 44, sm: 36 },
                [TOUCH]: { width: 44, height: 44 },
              }}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
