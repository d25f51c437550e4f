import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Fact, Facts, FieldValue, ToneChip, useCodeLabel, useFileUrl, useLabels, useTexts } from 'forecourt/admin';
import type { TaskRow } from '../../../calls/index.ts';
import type { OrderInfo } from '../info/orderInfo.ts';
import { ORDER } from '../../../rules/index.ts';
import { Panel } from '../../Panel.tsx';
import { TaskStatus } from '../../tasks/TaskStatus.tsx';
import { recordModel } from '../info/records.ts';
import { CarParts } from './CarParts.tsx';
import { PhotoPairs } from './PhotoPairs.tsx';
import { TaskCharges } from './TaskCharges.tsx';
import { TaskDamage } from './TaskDamage.tsx';

const model = recordModel('orderTask');
const FACTS = ['time', 'carId', 'unread', 'mileage', 'oil', 'storeId', 'operatorId'] as const;
/** Read off the car, unless nobody could. */
const READ: readonly string[] = ['mileage', 'oil'];
const isShown = (task: TaskRow, name: (typeof FACTS)[number]): boolean =>
  READ.includes(name) ? !filled(task, 'unread') : !['storeId', 'unread'].includes(name) || filled(task, name);
const PICTURES = ['frontPhoto', 'mileagePhoto', 'damagePhotos', 'idPhotos', 'licencePhotos'] as const;
const filled = (task: TaskRow, name: keyof TaskRow): boolean => {
  const value = task[name];
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
};

function Video({ name }: { name: string }) {
  const url = useFileUrl(name);
  const translate = useTranslate();
  if (!url) return null;
  return (
    <Box
      component="video"
      src={url}
      controls
      preload="metadata"
      sx={{ width: '100%', maxWidth: 360, borderRadius: 1, bgcolor: 'common.black' }}
    >
      {translate('msg.video.unsupported')}
    </Box>
  );
}

function Part({ name, task }: { name: string; task: TaskRow }) {
  const labels = useLabels('orderTask');
  return (
    <Fact label={labels.field(name)}>
      {name === 'video' ? <Video name={task.video} /> : <FieldValue model={model} name={name} record={task} />}
    </Fact>
  );
}

/** One handover; a rejected one stays to be seen, with the reason (D-ORD-15). */
function Task({ task, before }: { task: TaskRow; before?: TaskRow }) {
  const translate = useTranslate();
  const codeLabel = useCodeLabel();
  const media = ([...PICTURES, 'video', 'attachments'] as const).filter((name) => filled(task, name));
  return (
    <Panel
      title={codeLabel('orderTaskType', task.type)}
      aside={task.voided === 1 && <ToneChip tone="late" label={translate('rental.order.tasks.rejected')} />}
    >
      {task.voided === 1 && (
        <Typography sx={{ fontSize: 13, mb: 1.5 }}>
          {translate('rental.order.tasks.reason', { reason: task.reason })}
        </Typography>
      )}
      <Box sx={{ opacity: task.voided ? 0.75 : 1 }}>
        <Facts>
          {FACTS.filter((name) => isShown(task, name)).map((name) => (
            <Part key={name} name={name} task={task} />
          ))}
        </Facts>
        <TaskCharges charges={task.charges} />
        <TaskDamage task={task} before={before} />
        <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gap: 2, '& img': { width: 112, height: 84 } }}>
          {media.map((name) => (
            <Part key={name} name={name} task={task} />
          ))}
          {filled(task, 'remark') && <Part name="remark" task={task} />}
        </Box>
      </Box>
    </Panel>
  );
}

function Tasks({ tasks }: Pick<OrderInfo, 'tasks'>) {
  const translate = useTranslate();
  // The marks that a car had when it went out: what a return or a change has beyond them is new.
  const outOf = (back: TaskRow): TaskRow | undefined =>
    tasks.findLast(
      ({ type, voided, carId, id }) =>
        (type === 'pickup' || type === 'changeout') && voided === 0 && carId === back.carId && id < back.id,
    );
  if (tasks.length === 0)
    return (
      <Typography color="text.secondary" sx={{ py: 4, textAlign: 'center' }}>
        {translate('rental.order.tasks.none')}
      </Typography>
    );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {tasks
        .toSorted((a, b) => a.voided - b.voided)
        .map((task) => (
          <Task
            key={task.id}
            task={task}
            before={task.type === 'return' || task.type === 'changeback' ? outOf(task) : undefined}
          />
        ))}
    </Box>
  );
}

/** How far the tasks are, and what was noted and photographed when the car went out and came back. */
export function TasksTab({ order }: { order: Pick<OrderInfo, 'status' | 'tasks' | 'cars'> }) {
  useTexts('rental.order.tasks');
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {order.status !== ORDER.cancelled && (
        <Facts>
          <Fact label={translate('rental.order.tasks.status')}>
            <TaskStatus status={order.status} />
          </Fact>
        </Facts>
      )}
      <CarParts cars={order.cars} />
      <PhotoPairs tasks={order.tasks} />
      <Tasks tasks={order.tasks} />
    </Box>
  );
}
