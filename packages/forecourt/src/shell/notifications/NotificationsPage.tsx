import { Box, Button, Paper, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { LoadProblem, PageSkeleton, useTexts } from '../../admin/index.ts';
import { NotificationRows, useReadAll } from './NotificationRows.tsx';
import { useTold } from './useNotifications.ts';

/** Everything the signed-in user was told of in the last three months (D-SHELL-18). */
export default function NotificationsPage() {
  useTexts('shell.notifications');
  const translate = useTranslate();
  const { list, error, refetch, isFetching, hasNextPage, fetchNextPage } = useTold();
  const readAll = useReadAll(list);
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 880 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="h1" sx={{ flex: { xs: '1 0 100%', sm: '1 1 auto' }, minWidth: 0 }}>
          {translate('shell.notifications.title')}
        </Typography>
        <Button component={Link} to="/account/settings/notification">
          {translate('shell.notifications.settings')}
        </Button>
        <Button variant="outlined" onClick={readAll} disabled={!readAll}>
          {translate('shell.notifications.markAll')}
        </Button>
      </Box>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!list && !error && <PageSkeleton />}
      {list && (
        <Paper variant="outlined" sx={{ borderRadius: 2, overflow: 'hidden' }}>
          <NotificationRows list={list} />
        </Paper>
      )}
      {hasNextPage && (
        <Button variant="outlined" loading={isFetching} onClick={() => void fetchNextPage()} sx={{ mt: 2 }}>
          {translate('shell.notifications.older')}
        </Button>
      )}
    </Box>
  );
}
