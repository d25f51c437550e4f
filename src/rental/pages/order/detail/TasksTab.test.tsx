import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import type { TaskRow } from '../../../calls/index.ts';
import { renderDesk } from '../../booking/testing/renderDesk.tsx';
import { TasksTab } from './TasksTab.tsx';

strictConsole();

const taskOf = (part: Partial<TaskRow>): TaskRow =>
  ({ id: 1, type: 'pickup', plate: 'AA 11', voided: 0, reason: '', damages: [], charges: [], ...part }) as TaskRow;

it('the video of a handover carries the text for a browser that cannot play it', async () => {
  const task = taskOf({ video: '/round.mp4' });
  const { container } = await renderDesk(() => <TasksTab order={{ cars: [], status: 2, tasks: [task] }} />);
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
    frontPhoto: `/${end}-front.jpg`,
    damagePhotos: [`/${end}-d1.jpg`, `/${end}-d2.jpg`],
  });
  const papers = (end: string) => ({
    idPhotos: [`${end}id1`, `${end}id2`],
    licencePhotos: [`${end}licence`],
    attachments: [`${end}a`, `${end}b`],
  });
  const tasks = [
    taskOf({ orderId: 9, ...files('out'), ...papers('out'), damages: [dent] }),
    taskOf({
      id: 2,
      orderId: 9,
      type: 'return',
      ...files('back'),
      ...papers('back'),
      damages: [dent, { ...dent, no: 2, zone: 'roof', kind: 'crack' }],
    }),
  ];
  const path = 'GET /resources/order/9/files/orderTask';
  const paper = (): Response => new Response(new Blob(['x'], { type: 'application/pdf' }));
  const { container, calls } = await renderDesk(() => <TasksTab order={{ cars: [], status: 3, tasks }} />, {
    answers: { [`${path}/attachments/backb`]: paper },
  });
  await screen.findAllByText('Damage');
  const shown = [...container.querySelectorAll('[src], [href]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );
  for (const end of ['out', 'back'])
    for (const name of Object.values(files(end)).flat()) expect(shown, name).toContain(name);
  const marks = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(marks).toEqual(['1BonnetDent', '2RoofCrackNew', '1BonnetDent']);

  // Papers of the renter are private: a button for each, and nothing is read before somebody asks for one.
  for (const name of ['View ID photos 1', 'View ID photos 2', 'View Licence photos', 'View Attachments 1'])
    expect(screen.getAllByRole('button', { name })).toHaveLength(2);
  expect(calls.filter((call) => call.path.startsWith('/resources'))).toEqual([]);
  await userEvent.click(screen.getAllByRole('button', { name: 'View Attachments 2' })[1]!);
  const kept = await screen.findByRole('link', { name: 'Download' });
  expect(kept.getAttribute('href')).toMatch(/^blob:/);
  expect(kept.getAttribute('download')).toBe('View Attachments 2.pdf');
});

it('lays pickup and return of a place side by side, and on each other with a slider that arrow keys move', async () => {
  const photos = (end: string) => ({
    carId: 11,
    frontPhoto: `/${end}-front.jpg`,
    mileagePhoto: `/${end}-mileage.jpg`,
    damagePhotos: [],
    idPhotos: [],
    licencePhotos: [],
    attachments: [],
  });
  const out = taskOf({ ...photos('out') });
  const tasks = [
    taskOf({ ...photos('rejected'), id: 2, type: 'return', voided: 1 }),
    out,
    taskOf({ ...photos('back'), id: 3, type: 'return', mileagePhoto: '' }),
  ];
  const { unmount } = await renderDesk(() => <TasksTab order={{ cars: [], status: 3, tasks }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Compare photos: Front photo' }));
  expect(screen.queryByRole('button', { name: /Compare photos: Mileage/ })).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: 'Front photo' }));
  expect(dialog.getByAltText('Front photo · Pickup').getAttribute('src')).toBe('/out-front.jpg');
  const back = dialog.getByAltText('Front photo · Return');
  expect(back.getAttribute('src')).toBe('/back-front.jpg');
  expect(back.style.clipPath).toBe('inset(0 0 0 50%)');
  const slider = dialog.getByRole('slider', { name: 'Compare photos' });
  slider.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(back.style.clipPath).toBe('inset(0 0 0 51%)');
  // Both grow together, as far as four times.
  const width = () => back.parentElement!.style.width;
  expect(dialog.getByRole('button', { name: 'Zoom out' })).toHaveProperty('disabled', true);
  await userEvent.click(dialog.getByRole('button', { name: 'Zoom in' }));
  expect(width()).toBe('200%');
  await userEvent.click(dialog.getByRole('button', { name: 'Zoom in' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Zoom in' }));
  expect(width()).toBe('400%');
  expect(dialog.getByRole('button', { name: 'Zoom in' })).toHaveProperty('disabled', true);
  unmount();
  // The car is still out: there is nothing to compare.
  await renderDesk(() => <TasksTab order={{ cars: [], status: 2, tasks: [out] }} />);
  await screen.findByText('Front photo');
  expect(screen.queryByText('Compare photos')).toBeNull();
});

const NO_FILES = { damagePhotos: [], idPhotos: [], licencePhotos: [], attachments: [] };

it('says what a return charged, and of what the desk changed or left out what was proposed and why', async () => {
  const charge = (kind: string, part: object) => ({
    kind,
    plate: '',
    no: null,
    proposed: 500,
    amount: 500,
    reason: '',
    ...part,
  });
  const charges = [
    charge('fuel', { plate: 'AA 10', amount: 0, reason: 'guest of the house' }),
    charge('mileage', {}),
    charge('damage', { no: 2, proposed: 3000, amount: 2500, reason: 'old one beside it' }),
  ] as TaskRow['charges'];
  await renderDesk(() => (
    <TasksTab
      order={{
        cars: [],
        status: 3,
        tasks: [taskOf(NO_FILES), taskOf({ ...NO_FILES, id: 2, type: 'return', charges })],
      }}
    />
  ));
  const list = (await screen.findByText('Charges of this return')).parentElement!;
  expect([...list.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Fuel · AA 10not chargedProposed: THB 500.00 · guest of the house',
    'Kilometres beyond the limitTHB 500.00',
    'Damage 2THB 2,500.00Proposed: THB 3,000.00 · old one beside it',
  ]);
});

it('shows each charge of a car that lacked fuel at two changes of car', async () => {
  const charge = (amount: number) => ({ kind: 'fuel', plate: 'AA 10', no: null, proposed: amount, amount, reason: '' });
  const charges = [charge(300), charge(450)] as TaskRow['charges'];
  await renderDesk(() => (
    <TasksTab order={{ cars: [], status: 3, tasks: [taskOf({ ...NO_FILES, type: 'return', charges })] }} />
  ));
  const list = (await screen.findByText('Charges of this return')).parentElement!;
  expect([...list.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Fuel · AA 10THB 300.00',
    'Fuel · AA 10THB 450.00',
  ]);
});
