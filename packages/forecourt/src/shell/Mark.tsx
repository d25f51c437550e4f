import { useTheme } from '@mui/material/styles';

/** The mark of the product: bays under one roof. Decoration, the name stands beside it. */
export function Mark({ size = 24 }: { size?: number }) {
  const { fill, onFill } = useTheme().palette.accent;
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill={fill} />
      <path
        d="M8 12.5 16 8l8 4.5M10.5 15v9M21.5 15v9M16 17v7"
        fill="none"
        stroke={onFill}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
