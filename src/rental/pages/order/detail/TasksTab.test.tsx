import { expect, it } from 'vitest';
import { strictConsole } from '../../../../framework/admin/testing/strictConsole.ts';
import type { TaskRow } from '../../../calls/index.ts';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import { TasksTab } from './TasksTab.tsx';

strictConsole();

it('the video of a handover carries the text for a browser that cannot play it', async () => {
  const task = { id: 1, type: 'pickup', plate: 'AA 11', video: '/round.mp4', voided: 0, reason: '' } as TaskRow;
  const { container } = await renderDesk(() => <TasksTab order={{ status: 2, tasks: [task] }} />);
  const video = await expect
    .poll(() => container.querySelector('video'))
    .toBeTruthy()
    .then(() => container.querySelector('video')!);
  expect(video.getAttribute('src')).toBe('/round.mp4');
  expect(video.textContent).toBe('Your browser does not support the video tag');
});
