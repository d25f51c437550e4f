import { expect, it } from 'vitest';
import { dialled } from './CallButton.tsx';
import { tasksByDay, type Task } from './useTasks.ts';

it('a number is dialled with its country, without the zero that only the country itself dials', () => {
  expect(dialled('+66', '081 234-5678')).toBe('tel:+66812345678');
  expect(dialled('+86', '13812345678')).toBe('tel:+8613812345678');
  expect(dialled('+66', '+8613812345678')).toBe('tel:+8613812345678');
});

it('tasks stand in the order of time: what is overdue, then today, then tomorrow', () => {
  const task = (time: string): Task => ({ time, end: 'pickup', place: '', done: false, order: {} as Task['order'] });
  const tasks = tasksByDay(
    ['2027-03-02 09:00:00', '2027-03-01 18:00:00', '2027-02-28 10:00:00', '2027-03-01 12:00:00'].map(task),
    '2027-03-01 10:30:00',
  );
  const times = Object.values(tasks).map((day: readonly Task[]) => day.map(({ time }) => time.slice(5, 13)));
  expect(times).toEqual([['02-28 10'], ['03-01 12', '03-01 18'], ['03-02 09'], []]);
});
