import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';

/** First stop of the Tab key, visible only then. */
export function SkipLink() {
  const translate = useTranslate();
  return (
    <Box
      component="a"
      href="#main"
      sx={{
        position: 'fixed',
        left: 8,
        top: -60,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'accent.fill',
        color: 'accent.onFill',
        textDecoration: 'none',
        '&:focus': { top: 6 },
      }}
    >
      {translate('ra.navigation.skip_nav')}
    </Box>
  );
}
