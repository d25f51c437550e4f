import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { PageSkeleton, refusalOf, safeRedirect, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { useShell } from '../shellContext.ts';
import type { NextStep } from '../secondStep/SecondStep.tsx';
import { useDocumentTitle } from '../useDocumentTitle.ts';
import { SignInAside } from './SignInAside.tsx';

const SecondStep = lazy(() => import('../secondStep/SecondStep.tsx'));

interface Answer extends Partial<NextStep> {
  readonly token?: string;
  readonly username: string;
  readonly redirect: string;
}

/** Where a sign-in provider leads back to: the sign-in is completed, or the page says why not. */
export default function ProviderReturnPage() {
  useTexts('shell.oidc');
  const translate = useTranslate();
  const navigate = useNavigate();
  const { http, authProvider } = useAdminRuntime();
  const { landingPath, loginPath } = useShell();
  const { id } = useParams();
  const { search, pathname } = useLocation();
  const [step, setStep] = useState<Answer>();
  const [error, setError] = useState<string>();
  useDocumentTitle('routes./user/oidc');

  const enter = async (token: string, redirect: string): Promise<void> => {
    try {
      await authProvider.login({ token });
      await navigate(safeRedirect(redirect, landingPath), { replace: true });
    } catch (cause) {
      setError(refusalOf(cause).message);
    }
  };
  const finish = useEffectEvent(async (): Promise<void> => {
    // What the provider has said stays in no history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    try {
      const { data } = await http<Answer>('/account/oidc/finish', {
        method: 'POST',
        body: { id: Number(id), query: search },
        creates: false,
      });
      if (data.token !== undefined) await enter(data.token, data.redirect);
      else setStep(data);
    } catch (cause) {
      setError(refusalOf(cause).message);
    }
  });
  // Once: what comes back from a provider counts once.
  useEffect(() => void finish(), [pathname]);

  if (step?.next && step.ticket !== undefined && error === undefined)
    return (
      <PublicFrame aside={<SignInAside />}>
        <Suspense>
          <SecondStep
            step={{ next: step.next, ticket: step.ticket }}
            username={step.username}
            onToken={(token) => enter(token, step.redirect)}
            onOver={setError}
          />
        </Suspense>
      </PublicFrame>
    );
  return (
    <PublicFrame aside={<SignInAside />}>
      <Box sx={{ width: '100%', maxWidth: 360 }}>
        <Typography variant="h1" sx={{ fontSize: 24 }} gutterBottom>
          {translate(error === undefined ? 'shell.oidc.title' : 'shell.oidc.failed')}
        </Typography>
        {error === undefined ? (
          <>
            <Typography role="status" sx={{ color: 'text.secondary' }}>
              {translate('shell.oidc.lead')}
            </Typography>
            <PageSkeleton />
          </>
        ) : (
          <>
            <Alert severity="error" role="alert">
              {error}
            </Alert>
            <Button component={Link} to={loginPath} variant="outlined" fullWidth sx={{ mt: 3 }}>
              {translate('shell.signIn.back')}
            </Button>
          </>
        )}
      </Box>
    </PublicFrame>
  );
}
