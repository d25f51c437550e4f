import taskSchema from '../../../schemas/internal/orderTask.json' with { type: 'json' };
import type { OrderTask } from '../../../schemas/types.generated.ts';
import { FLAG, ID, type Typed } from 'forecourt/calls';
import { TASK_DAMAGE } from './damage.ts';
import { TIME_OR_EMPTY } from './parts.ts';

/** What a task keeps as its form says it. */
export const TASK_PLAIN = [
  'carId',
  'mileage',
  'oil',
  'remark',
  'idPhotos',
  'licencePhotos',
  'mileagePhoto',
  'frontPhoto',
  'video',
  'attachments',
  'damagePhotos',
] as const;
type TaskName = (typeof TASK_PLAIN)[number];

const withoutVocabulary = (property: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(property).filter(([keyword]) => !keyword.startsWith('x-')));

/** What the form of a pickup or a return says; everything may be missing, the guards name what must not (O7, O11). */
export const TASK = {
  ...(Object.fromEntries(TASK_PLAIN.map((name) => [name, withoutVocabulary(taskSchema.properties[name])])) as {
    readonly [Name in TaskName]: Typed<OrderTask[Name]>;
  }),
  carId: ID,
  plate: { type: 'string', maxLength: 30 },
  time: TIME_OR_EMPTY,
  mileageConfirmed: FLAG,
  ...TASK_DAMAGE,
} as const;
