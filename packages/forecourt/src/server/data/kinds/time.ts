import { SQL } from '../sql/index.ts';
import { hms, nearestSecond, textOf } from './cells.ts';
import type { Kind } from './kind.ts';

export const WALL_TIME = /^(([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?|24:00)$/;

/** A time of day, of no zone. */
export const time: Kind = {
  form: () => 'text',
  wireSql: (value) => SQL`coalesce(${value}, '')`,
  shape: ({ pattern }) => ({ pattern: pattern ?? WALL_TIME.source }),
  issues: () => ({ pattern: 'msg.badTime' }),
  reads: 'times',
  decoder: () => (cell) => {
    if (cell instanceof Date) return { value: hms(nearestSecond(cell)).replace(/:00$/, '') };
    const text = textOf(cell).trim();
    return { value: /^\d:\d{2}/.test(text) ? `0${text}` : text };
  },
  example: () => '09:00',
  sample: (_schema, { random }) => `${String(random.int(0, 23)).padStart(2, '0')}:00`,
};
