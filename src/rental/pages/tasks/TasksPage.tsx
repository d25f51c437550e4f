import { Fragment, memo, startTransition, useEffect, useState } from 'react';
import { Box, Link, Skeleton, Typography } from '@mui/material';
import Place from '@mui/icons-material/PlaceOutlined';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import {
  ActionButton,
  LoadProblem,
  RefreshButton,
  ToneChip,
  formatMoney,
  offeredActions,
  shortTime,
  useCanDo,
  useCodeLabel,
  useLabels,
  useResourceModel,
  useSessionInfo,
  useTexts,
} from 'forecourt/admin';
import { CallButton } from './CallButton.tsx';
import { TaskFilterBar } from './TaskFilterBar.tsx';
import { TaskStatus } from './TaskStatus.tsx';
import { narrowed, TASK_DAYS, tasksByDay, useTasks, type Task, type TaskDay, type TaskFilters } from './useTasks.ts';

/** One press is the task form: the step that this end of the trip asks for, where the server offers it. */
function NextStep({ task }: { task: Task }) {
  const model = useResourceModel('order');
  const canDo = useCanDo();
  const action = offeredActions(model, task.order, canDo).find(({ name }) => name === task.end);
  return action ? <ActionButton model={model} action={action} record={task.order} variant="contained" /> : null;
}

const TaskCard = memo(function TaskCard({ task, day }: { task: Task; day: TaskDay }) {
  const { order, end, time, place } = task;
  const labels = useLabels('order');
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const createPath = useCreatePath();
  const clock = time.slice(11, 16);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 2,
        bgcolor: 'background.paper',
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Box component="h3" sx={{ m: 0, fontSize: 18, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {day === 'overdue' ? shortTime(time) : clock} · {labels.action(end)}
        </Box>
        <Box sx={{ ml: 'auto', display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
          <TaskStatus status={order.status} />
          {day === 'overdue' && <ToneChip tone="late" label={translate('rental.tasks.overdue')} />}
          {day !== 'done' && end === 'pickup' && order.payStatus === 0 && (
            <ToneChip
              tone="waiting"
              label={`${codeLabel('payStatus', 0)} ${formatMoney(order.due + order.depositDue)}`}
            />
          )}
        </Box>
      </Box>
      <Box sx={{ mt: 0.5, fontWeight: 600, fontSize: 16 }}>
        {order.plate || translate('rental.tasks.noPlate')}{' '}
        <Box component="span" sx={{ fontWeight: 400, fontSize: 13, color: 'text.secondary' }}>
          {order.subModelName}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 0.75, mt: 0.75, fontSize: 14 }}>
        <Place aria-hidden sx={{ fontSize: 18, color: 'text.secondary', mt: '1px' }} />
        <span>{place}</span>
      </Box>
      <Box sx={{ mt: 0.75, fontSize: 14, display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        <span>{order.renterName}</span>
        <Link component={LinkBase} to={createPath({ resource: 'order', type: 'show', id: order.id })}>
          {order.orderNo}
        </Link>
      </Box>
      {day !== 'done' && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            // At the lower edge: in one line with those of its neighbours.
            mt: 'auto',
            pt: 1.5,
            '& .MuiButton-root': { flex: '1 1 130px', minHeight: 48, fontSize: 15 },
          }}
        >
          <CallButton order={order} />
          <NextStep task={task} />
        </Box>
      )}
    </Box>
  );
});

/** The cards of a day below how many there are, of which as many are drawn as `drawn` says. */
function DayOfTasks({ day, tasks, drawn }: { day: TaskDay; tasks: readonly Task[]; drawn: number }) {
  const translate = useTranslate();
  const name = translate(`rental.tasks.${day}`);
  return (
    <Box component="section" aria-label={name}>
      <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1 }}>
        {name}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {tasks.length}
        </Box>
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))',
        }}
      >
        {tasks.slice(0, Math.max(0, drawn)).map((task) => (
          <TaskCard key={`${task.order.id} ${task.end}`} task={task} day={day} />
        ))}
      </Box>
    </Box>
  );
}

/** More than a large screen shows. */
const AT_FIRST = 24;

/** How many cards are drawn: those in sight as soon as there are any, and then all, in pieces between which the page answers. */
function useDrawn(ready: boolean): number {
  const [drawn, setDrawn] = useState(AT_FIRST);
  useEffect(() => {
    if (ready) startTransition(() => setDrawn(Infinity));
  }, [ready]);
  return drawn;
}

/** What the address says; what makes no sense is left out. */
function filtersOf(search: URLSearchParams): TaskFilters {
  const kind = (['pickup', 'return'] as const).find((one) => one === search.get('kind'));
  const hour = search.get('hour') ?? '';
  const [storeId, staffId] = ['storeId', 'staffId'].map((name) => search.get(name) ?? '');
  return {
    ...(kind && { kind }),
    ...(/^([01]\d|2[0-3])$/.test(hour) && { hour }),
    ...(/^[1-9]\d*$/.test(storeId!) && { storeId: Number(storeId) }),
    ...(/^\d+$/.test(staffId!) && { staffId: Number(staffId) }),
  };
}

/**
 * What goes out and comes back until tomorrow night, and what did so today. Staff on the road see their own tasks. A
 * counter sees those of its stores, narrowed by store, end, hour and staff.
 */
export default function TasksPage() {
  useTexts('rental.tasks');
  const translate = useTranslate();
  const createPath = useCreatePath();
  const info = useSessionInfo();
  const [search, setSearch] = useSearchParams();
  const taskType = info?.['taskType'] === 1 ? 1 : info?.['taskType'] === 2 ? 2 : null;
  const filters = taskType === null ? filtersOf(search) : {};
  const { data: fresh, error, refetch } = useTasks(taskType, filters);
  // Without a network other filters still narrow what has come before.
  const [last, setLast] = useState(fresh);
  if (fresh !== undefined && fresh !== last) setLast(fresh);
  const data = fresh ?? (error ? last : undefined);
  const tasks = data && tasksByDay(narrowed(data.tasks, filters), data.now);
  const days = TASK_DAYS.filter((day) => tasks && tasks[day].length > 0);
  const drawn = useDrawn(tasks !== undefined);
  /** Of the days before this one, whose cards stand above. */
  const above = (at: number) => days.slice(0, at).reduce((sum, day) => sum + tasks![day].length, 0);
  // Due later than all that is shown: the cards come first, and the note where they end.
  const further = data && data.further > 0 && (
    <Typography color="text.secondary">{translate('rental.tasks.further', { count: data.further })}</Typography>
  );
  const choose = (changes: Readonly<Record<string, string>>) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600 }}>
          {translate('routes./order/tasks')}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Link component={LinkBase} to={createPath({ resource: 'preparation', type: 'list' })} sx={{ py: 1.5 }}>
            {translate('routes./order/preparation')}
          </Link>
          <RefreshButton />
        </Box>
      </Box>
      {taskType === null && data && <TaskFilterBar filters={filters} tasks={data.tasks} choose={choose} />}
      {error && !tasks && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!tasks && !error && <Skeleton variant="rounded" height={180} />}
      {tasks && days.every((day) => day === 'done') && (
        <Typography color="text.secondary">
          {translate(Object.keys(filters).length > 0 ? 'rental.tasks.noneSuch' : 'rental.tasks.none')}
        </Typography>
      )}
      {tasks &&
        days.map((day, at) => (
          <Fragment key={day}>
            {day === 'done' && further}
            <DayOfTasks day={day} tasks={tasks[day]} drawn={drawn - above(at)} />
          </Fragment>
        ))}
      {!days.includes('done') && further}
    </Box>
  );
}
