import { useEffect, useEffectEvent } from 'react';
import { Box, Paper, Typography } from '@mui/material';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { useDataProvider, useStore, useTranslate } from 'react-admin';
import { labelsOf, newRecordPath, useAdminRuntime, useCanDo, useTexts } from '../../admin/index.ts';
import type { SetUpStep } from '../shellContext.ts';

const NAMES = 'resources.name';
const KEY = 'preferences.setUp';
const ONE_ROW = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;

/** Of which steps there is enough; undefined until all are counted. */
function useDone(steps: readonly SetUpStep[]): readonly boolean[] | undefined {
  const provider = useDataProvider();
  const { data } = useQuery({
    queryKey: ['set up', steps],
    queryFn: ({ signal }) =>
      Promise.all(
        steps.map(async ({ resource, least = 1 }) => {
          const { total = 0 } = await provider.getList(resource, { ...ONE_ROW, filter: {}, signal });
          return total >= least;
        }),
      ),
    enabled: steps.length > 0,
    staleTime: 0,
  });
  return data;
}

function Step({ step, done }: { step: SetUpStep; done: boolean }) {
  const { resource } = step;
  const { model } = useAdminRuntime();
  const translate = useTranslate();
  const entry = model.entries.get(resource)!;
  const to = (!done && newRecordPath(model.entries, entry)) || entry.route.list || '';
  const Icon = done ? CheckCircle : RadioButtonUnchecked;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.25, py: 0.75 }}>
      <Icon
        fontSize="small"
        titleAccess={translate(done ? 'shell.setUp.done' : 'shell.setUp.open')}
        sx={{ mt: 0.25, color: done ? 'success.main' : 'text.secondary' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Box
          component={RouterLink}
          to={to}
          sx={{ display: 'inline-block', py: { xs: 0.5, sm: 0 }, color: 'accent.text', fontWeight: 500 }}
        >
          {translate(`routes.${entry.route.list}`, { _: labelsOf(translate, resource).many })}
        </Box>
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
          {translate(`setUp.${resource}`, { _: '' })}
        </Typography>
      </Box>
    </Box>
  );
}

/** What an empty system needs, in its order: each step leads to its form and ticks itself. Gone for good once everything is there. */
export default function SetUpList({ steps }: { steps: readonly SetUpStep[] }) {
  const canDo = useCanDo();
  const { model } = useAdminRuntime();
  const [complete, setComplete] = useStore<boolean>(KEY, false);
  const mine = steps.filter(({ resource }) => model.entries.has(resource) && canDo(resource, 'create'));
  return complete || mine.length === 0 ? null : <Counted steps={mine} onComplete={() => setComplete(true)} />;
}

function Counted({ steps, onComplete }: { steps: readonly SetUpStep[]; onComplete: () => void }) {
  useTexts('shell.setUp');
  useTexts('setUp');
  useTexts(NAMES);
  const translate = useTranslate();
  const done = useDone(steps);
  const all = done?.every(Boolean) === true;
  const tell = useEffectEvent(onComplete);
  useEffect(() => {
    if (all) tell();
  }, [all]);
  if (!done || all) return null;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="set-up"
      sx={{ m: { xs: 2, sm: 3 }, mb: 0, p: 2, maxWidth: 720 }}
    >
      <Typography id="set-up" component="h2" sx={{ fontSize: 15, fontWeight: 600 }}>
        {translate('shell.setUp.title')}
      </Typography>
      <Typography role="status" sx={{ fontSize: 13, color: 'text.secondary' }}>
        {translate('shell.setUp.lead', { done: done.filter(Boolean).length, all: steps.length })}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {steps.map((step, at) => (
          <Step key={step.resource} step={step} done={done[at] === true} />
        ))}
      </Box>
    </Paper>
  );
}
