import { Suspense, use } from 'react';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Panel } from './Panel.tsx';

const never = new Promise<never>(() => undefined);
const Late = () => use(never);

test('a section that still loads keeps its title, and the page around it', async () => {
  await act(() =>
    render(
      <Suspense fallback="nothing of the page">
        <h1>Day close</h1>
        <Panel title="Payments">
          <Late />
        </Panel>
      </Suspense>,
    ),
  );
  expect(screen.queryByText('nothing of the page')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Day close' })).not.toBeNull();
  expect(screen.getByRole('region', { name: 'Payments' })).not.toBeNull();
});
