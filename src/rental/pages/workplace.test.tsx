import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import workplace from '../../../dashboards/workplace.ts';
import { DashboardPage, strictConsole } from 'forecourt/testing';
import { renderDesk } from './booking/testing/renderDesk.tsx';

strictConsole();

it('the workplace greets and leads to what is needed all day, as far as the reader may open it', async () => {
  const sections = [{ ...workplace.sections[0]!, widgets: [] }];
  const answer = { key: 'workplace', zone: 'Asia/Bangkok', refreshSeconds: 60, greeting: true, sections };
  await renderDesk(
    () => (
      <DashboardPage
        path={workplace.path}
        greeting="Good morning, May"
        titleOf={(path) => (path === '/order/dayclose' ? undefined : `open ${path}`)}
      />
    ),
    { answers: { [`GET ${workplace.path}`]: () => ({ data: answer }) } },
  );
  expect(await screen.findByRole('heading', { name: 'Good morning, May' })).toBeTruthy();
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')?.replace('#', '')])).toEqual(
    ['/order/tasks', '/order/list', '/car/stockview', '/car/list'].map((path) => [`open ${path}`, path]),
  );
});
