import { Button } from '@mui/material';
import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { Can } from './runtime.tsx';

const controls = (
  <>
    <Can action="car-edit">
      <Button>Hidden</Button>
    </Can>
    <Can action="car-edit" disable>
      <Button>Disabled</Button>
    </Can>
    <Can action={['car-delete', 'car-edit']} otherwise={<p>Ask somebody</p>}>
      <Button>Replaced</Button>
    </Can>
  </>
);
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });

describe('what a user may not do', () => {
  test('is gone, is there but cannot be used, or something else is in its place, as the caller says', async () => {
    await renderAdmin(controls, { permissions: ['car-list'] });
    expect(button('Hidden')).toBeNull();
    expect(button('Disabled')?.disabled).toBe(true);
    expect(button('Replaced')).toBeNull();
    expect(screen.getByText('Ask somebody')).toBeTruthy();
  });

  test.each([[['car-edit']], [['index']]])('is there for who holds %j', async (permissions) => {
    await renderAdmin(controls, { permissions });
    expect([button('Hidden')?.disabled, button('Disabled')?.disabled, button('Replaced')?.disabled]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('comes and goes with the rights, without a reload', async () => {
    const permissions = ['car-list'];
    const { runtime } = await renderAdmin(controls, { permissions });
    expect(button('Disabled')?.disabled).toBe(true);
    permissions.push('car-edit');
    await act(() => runtime.session.reload());
    expect(button('Disabled')?.disabled).toBe(false);
    expect(button('Hidden')).toBeTruthy();
  });
});
