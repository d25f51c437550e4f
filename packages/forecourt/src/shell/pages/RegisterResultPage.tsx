import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useTexts } from '../../admin/index.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { SignInAside } from './SignInAside.tsx';

/** What becomes of an application: nothing by itself (D-AUTH-06). */
export default function RegisterResultPage() {
  useTexts('shell.register');
  const translate = useTranslate();
  const { loginPath } = useShell();
  useDocumentTitle('routes./user/register-result');
  return (
    <PublicFrame aside={<SignInAside />}>
      <Box sx={{ width: '100%', maxWidth: 400 }}>
        <Typography variant="h1" sx={{ fontSize: 24 }} gutterBottom>
          {translate('shell.register.resultTitle')}
        </Typography>
        <Typography>{translate('msg.register.done')}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3 }}>
          {translate('shell.register.resultText')}
        </Typography>
        <Button component={Link} to={loginPath} variant="outlined" fullWidth>
          {translate('shell.register.back')}
        </Button>
      </Box>
    </PublicFrame>
  );
}
