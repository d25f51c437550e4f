import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import coupon from '../../../../schemas/coupon.json';
import { useResourceModel } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import CouponForm from './CouponForm.tsx';

strictConsole();

it('a coupon of free days asks from how many days of rental on it counts, and for no amounts', async () => {
  const onEnd = vi.fn();
  function NewCoupon() {
    const model = useResourceModel('coupon');
    const action = model.actions.find(({ name }) => name === 'new')!;
    return <CouponForm model={model} action={action} started onEnd={onEnd} />;
  }
  const { sent } = await renderDesk(() => <NewCoupon />, {
    schemas: { coupon: coupon as EntitySchema },
    answers: { 'POST /coupon/save': () => ({ data: { ids: [1] } }) },
  });
  fireEvent.click(await screen.findByLabelText('Free days'));
  expect(screen.queryByLabelText(/^Rental from/)).toBeNull();
  const enter = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input:not([type=radio])' }), { target: { value } });
  enter(/^Free days/, '1');
  fireEvent.click(screen.getByRole('button', { name: 'New coupons' }));
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(sent('/coupon/save')).toEqual([]);
  enter(/^Rental days from/, '3');
  fireEvent.click(screen.getByRole('button', { name: 'New coupons' }));
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  expect(sent('/coupon/save')).toEqual([{ type: 2, rentalPeriod: 3, discountDays: 1, count: 1 }]);
});
