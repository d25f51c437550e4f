import { expect, it } from 'vitest';
import { dialled } from './CallButton.tsx';
import { narrowed, tasksByDay, type Task } from './useTasks.ts';

it('a number is dialled with its country, without the zero that only the country itself dials', () => {
  expect(dialled('+66', '081 234-5678')).toBe('tel:+66812345678');
  expect(dialled('+86', '13812345678')).toBe('tel:+8613812345678');
  expect(dialled('+66', '+8613812345678')).toBe('tel:+8613812345678');
});

const NOTHING: Task = {
  time: '',
  end: 'pickup',
  place: '',
  done: false,
  storeId: 1,
  staff: null,
  order: {} as Task['order'],
};

it('tasks stand in the order of time: what is overdue, then today, then tomorrow', () => {
  const task = (time: string): Task => ({ ...NOTHING, time });
  const tasks = tasksByDay(
    ['2027-03-02 09:00:00', '2027-03-01 18:00:00', '2027-02-28 10:00:00', '2027-03-01 12:00:00'].map(task),
    '2027-03-01 10:30:00',
  );
  const times = Object.values(tasks).map((day: readonly Task[]) => day.map(({ time }) => time.slice(5, 13)));
  expect(times).toEqual([['02-28 10'], ['03-01 12', '03-01 18'], ['03-02 09'], []]);
});

it('tasks are narrowed by end, store, hour and whose they are, together or alone', () => {
  const ann = { id: 4, name: 'Ann' };
  const tasks: readonly Task[] = [
    { ...NOTHING, time: '2027-03-01 09:30:00', place: 'a', staff: ann },
    { ...NOTHING, time: '2027-03-02 09:00:00', place: 'b', storeId: 2 },
    { ...NOTHING, time: '2027-03-01 10:00:00', place: 'c', end: 'return', staff: ann },
  ];
  const left = (filters: Parameters<typeof narrowed>[1]): string =>
    narrowed(tasks, filters)
      .map(({ place }) => place)
      .join('');
  expect([{}, { hour: '09' }, { kind: 'return' as const }, { storeId: 2 }].map(left)).toEqual(['abc', 'ab', 'c', 'b']);
  expect([{ staffId: 4 }, { staffId: 0 }, { staffId: 4, hour: '09' }, { storeId: 1, staffId: 0 }].map(left)).toEqual([
    'ac',
    'b',
    'a',
    '',
  ]);
});
