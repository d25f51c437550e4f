import { Button, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import { useDocumentTitle } from '../useDocumentTitle.ts';

/** There is no self-service reset: whoever forgot a password asks an administrator (D-SHELL-02). */
export default function RecoverPage() {
  const translate = useTranslate();
  const { loginPath } = useShell();
  useDocumentTitle('routes./user/recover');
  return (
    <PublicFrame>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 392, p: 4, borderRadius: 3 }}>
        <Typography variant="h1" gutterBottom>
          {translate('routes./user/recover')}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate('msg.recover.askAdministrator')}</Typography>
        <Button component={Link} to={loginPath} variant="outlined" fullWidth>
          {translate('ra.auth.sign_in')}
        </Button>
      </Paper>
    </PublicFrame>
  );
}
