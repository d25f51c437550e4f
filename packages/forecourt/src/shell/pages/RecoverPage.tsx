import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { SignInAside } from './SignInAside.tsx';

/** There is no self-service reset: whoever forgot a password asks an administrator (D-SHELL-02). */
export default function RecoverPage() {
  const translate = useTranslate();
  const { loginPath } = useShell();
  useDocumentTitle('routes./user/recover');
  return (
    <PublicFrame aside={<SignInAside />}>
      <Box sx={{ width: '100%', maxWidth: 360 }}>
        <Typography variant="h1" sx={{ fontSize: 24 }} gutterBottom>
          {translate('shell.recover.title')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate('msg.recover.text')}</Typography>
        <Button component={Link} to={loginPath} variant="outlined" fullWidth>
          {translate('shell.signIn.back')}
        </Button>
      </Box>
    </PublicFrame>
  );
}
