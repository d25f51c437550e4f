import { useTheme } from '@mui/material/styles';

/** A layout in small: header, menu and page. Decoration, its name stands below. */
export function LayoutPicture({ of: layout }: { of: 'sidemenu' | 'topmenu' }) {
  const { palette } = useTheme();
  const side = layout === 'sidemenu';
  return (
    <svg viewBox="0 0 64 40" width={64} height={40} aria-hidden focusable="false">
      <rect x="0.5" y="0.5" width="63" height="39" rx="4" fill={palette.background.default} stroke={palette.divider} />
      <rect x="1" y="1" width="62" height="8" rx="3" fill={side ? palette.divider : palette.accent.fill} />
      {side && <rect x="1" y="10" width="15" height="29" rx="3" fill={palette.accent.fill} />}
      <rect x={side ? 20 : 6} y="14" width={side ? 38 : 52} height="4" rx="2" fill={palette.divider} />
      <rect x={side ? 20 : 6} y="22" width={side ? 30 : 44} height="4" rx="2" fill={palette.divider} />
    </svg>
  );
}
