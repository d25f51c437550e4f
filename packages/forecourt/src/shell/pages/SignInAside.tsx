import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Mark } from '../Mark.tsx';

const LINES = 'rgb(255 255 255 / 7%)';

/** Rows of bays seen from above, fading out: drawn with gradients, nothing to load. */
const BAYS = {
  position: 'absolute',
  inset: '-20%',
  transform: 'rotate(-14deg)',
  backgroundImage: `repeating-linear-gradient(90deg, ${LINES} 0 2px, transparent 2px 96px), repeating-linear-gradient(0deg, transparent 0 168px, ${LINES} 168px 170px, transparent 170px 232px, ${LINES} 232px 234px)`,
  maskImage: 'radial-gradient(90% 80% at 78% 88%, #000 10%, transparent 72%)',
} as const;

/** The quiet half of the sign-in page on wide screens: what this is. The same in both themes. */
export function SignInAside() {
  const translate = useTranslate();
  return (
    <Box
      component="aside"
      aria-label={translate('app.title')}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        width: '42%',
        maxWidth: 640,
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'space-between',
        p: 5,
        color: '#f4f4f6',
        bgcolor: '#17181c',
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          inset: 0,
          opacity: 0.72,
          background: (theme) =>
            `radial-gradient(110% 80% at 100% 108%, ${theme.palette.accent.fill} 0%, transparent 64%)`,
        }}
      />
      <Box aria-hidden sx={BAYS} />
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.25 }}>
        <Mark size={32} />
        <Typography component="p" sx={{ fontSize: 16, fontWeight: 600 }}>
          {translate('app.title')}
        </Typography>
      </Box>
    </Box>
  );
}
