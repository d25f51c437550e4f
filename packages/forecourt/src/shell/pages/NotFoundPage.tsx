import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useAdminRuntime } from '../../admin/index.ts';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';

/** An address that leads nowhere, or somewhere the user may not go: the two look alike (D-SHELL-13). */
export default function NotFoundPage() {
  const translate = useTranslate();
  const { session } = useAdminRuntime();
  const { loginPath } = useShell();
  const signedIn = session.token.read() !== null;
  useDocumentTitle('routes./404');
  return (
    <Box sx={{ textAlign: 'center', py: 10, px: 2, mx: 'auto' }}>
      <Typography aria-hidden sx={{ fontSize: 56, fontWeight: 600, color: 'text.secondary', lineHeight: 1.2 }}>
        404
      </Typography>
      <Typography variant="h1" gutterBottom>
        {translate('shell.notFound.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate('shell.notFound.text')}</Typography>
      <Button component={Link} to={signedIn ? '/index' : loginPath} variant="contained">
        {translate(signedIn ? 'shell.notFound.home' : 'shell.signIn.submit')}
      </Button>
    </Box>
  );
}
