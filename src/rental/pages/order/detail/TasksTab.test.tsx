import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from '../../../../framework/admin/testing/strictConsole.ts';
import type { TaskRow } from '../../../calls/index.ts';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import { TasksTab } from './TasksTab.tsx';

strictConsole();

const taskOf = (part: Partial<TaskRow>): TaskRow =>
  ({ id: 1, type: 'pickup', plate: 'AA 11', voided: 0, reason: '', damages: [], ...part }) as TaskRow;

it('the video of a handover carries the text for a browser that cannot play it', async () => {
  const task = taskOf({ video: '/round.mp4' });
  const { container } = await renderDesk(() => <TasksTab order={{ status: 2, tasks: [task] }} />);
  const video = await expect
    .poll(() => container.querySelector('video'))
    .toBeTruthy()
    .then(() => container.querySelector('video')!);
  expect(video.getAttribute('src')).toBe('/round.mp4');
  expect(video.textContent).toBe('Your browser does not support the video tag');
});

it('both ends of a rental show all their pictures and papers, and at the return what is new on the car', async () => {
  const dent = { no: 1, zone: 'bonnet', x: 1, y: 1, kind: 'dent', size: null, note: '', photo: '' } as const;
  const files = (end: string) => ({
    idPhotos: [`/${end}-id1.jpg`, `/${end}-id2.jpg`],
    licencePhotos: [`/${end}-licence1.jpg`, `/${end}-licence2.jpg`],
    attachments: [`/${end}-a.pdf`, `/${end}-b.pdf`],
  });
  const tasks = [
    taskOf({ ...files('out'), damages: [dent] }),
    taskOf({
      id: 2,
      type: 'return',
      ...files('back'),
      damages: [dent, { ...dent, no: 2, zone: 'roof', kind: 'crack' }],
    }),
  ];
  const { container } = await renderDesk(() => <TasksTab order={{ status: 3, tasks }} />);
  await screen.findAllByText('Damage');
  const shown = [...container.querySelectorAll('[src], [href]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );
  for (const end of ['out', 'back'])
    for (const name of Object.values(files(end)).flat()) expect(shown, name).toContain(name);
  const marks = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(marks).toEqual(['1BonnetDent', '2RoofCrackNew', '1BonnetDent']);
});
