import type { SxProps, Theme } from '@mui/material/styles';

/** A map in the colours of the theme. */
export const mapLook =
  (height: number): SxProps<Theme> =>
  (theme) => {
    const { palette } = theme;
    const halo = `0 0 2px ${palette.background.paper}, 0 0 4px ${palette.background.paper}, 0 0 4px ${palette.background.paper}`;
    return {
      // A page around may want its maps larger.
      height: { xs: Math.min(height, 340), sm: `var(--map-height, ${height}px)` },
      position: 'relative',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      overflow: 'hidden',
      isolation: 'isolate',
      '& .leaflet-container': { height: '100%', font: 'inherit', bgcolor: 'action.hover' },
      '& .leaflet-container:focus-visible': {
        outline: '2px solid',
        outlineColor: 'primary.main',
        outlineOffset: '-2px',
      },
      '& .leaflet-tile-pane': palette.mode === 'dark' ? { filter: 'brightness(0.7) contrast(1.1) saturate(0.8)' } : {},
      '& .leaflet-bar a': { bgcolor: 'background.paper', color: 'text.primary', borderColor: 'divider' },
      '& .leaflet-bar a:hover, & .leaflet-bar a:focus': { bgcolor: 'action.hover', color: 'text.primary' },
      '& .leaflet-bar a.leaflet-disabled': { bgcolor: 'background.paper', color: 'text.disabled' },
      '& .leaflet-container .leaflet-control-attribution, & .leaflet-control-scale-line': {
        bgcolor: 'background.paper',
        color: 'text.primary',
        textShadow: 'none',
        fontSize: 11,
        borderColor: 'text.secondary',
        '& a': { color: 'inherit' },
      },
      '& .map-degrees span': { fontSize: 11, color: 'text.secondary', px: 0.5, whiteSpace: 'nowrap' },
      '& .map-name span': {
        display: 'block',
        width: 'max-content',
        whiteSpace: 'nowrap',
        fontSize: 12,
        lineHeight: '18px',
        transform: 'translate(7px, -9px)',
        color: 'text.primary',
        textShadow: halo,
        '&::before': {
          content: '""',
          position: 'absolute',
          left: -9,
          top: 7,
          width: 5,
          height: 5,
          borderRadius: '50%',
          bgcolor: 'text.secondary',
        },
      },
      '& .map-name-large span': { fontSize: 13, fontWeight: 600 },
      '& .leaflet-popup-content-wrapper, & .leaflet-popup-tip': { bgcolor: 'background.paper', color: 'text.primary' },
      '& .leaflet-popup-content': { m: '10px 14px', minWidth: 180, fontSize: 13, lineHeight: 1.5 },
      '& .leaflet-container a.leaflet-popup-close-button': { color: 'text.secondary', width: 28, height: 28 },
      '& .map-pin': {
        width: 28,
        height: 28,
        borderRadius: '50% 50% 50% 0',
        transform: 'rotate(-45deg)',
        transformOrigin: '50% 50%',
        bgcolor: 'primary.main',
        border: '3px solid #fff',
        boxShadow: 1,
        display: 'block',
      },
      '& .leaflet-marker-icon:focus-visible': {
        outline: '2px solid',
        outlineColor: 'text.primary',
        borderRadius: '50%',
      },
      '& .map-corner, & .map-between': {
        display: 'block',
        boxSizing: 'border-box',
        width: 18,
        height: 18,
        m: '5px',
        borderRadius: '50%',
        bgcolor: 'background.paper',
        border: '3px solid',
        borderColor: 'primary.main',
        boxShadow: 1,
        color: 'transparent',
      },
      '& .map-corner-chosen': {
        bgcolor: 'primary.main',
        borderColor: 'background.paper',
        outline: '2px solid',
        outlineColor: 'primary.main',
      },
      '& .map-between': { width: 12, height: 12, m: '8px', borderWidth: 2, opacity: 0.85 },
      '& .map-crosshair': {
        position: 'absolute',
        zIndex: 500,
        inset: 0,
        m: 'auto',
        width: 24,
        height: 24,
        pointerEvents: 'none',
        background: `linear-gradient(${palette.text.primary}, ${palette.text.primary}) 50% 50%/2px 100% no-repeat,
        linear-gradient(${palette.text.primary}, ${palette.text.primary}) 50% 50%/100% 2px no-repeat`,
      },
    };
  };
