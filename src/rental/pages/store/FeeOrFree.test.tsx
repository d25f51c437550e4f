import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import deliveryFee from '../../../../resources/deliveryFee.ts';
import store from '../../../../resources/store.ts';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import FeeOrFree from './FeeOrFree.tsx';

strictConsole();

it('is what says the fee of a store and those of its points', () => {
  const own = { field: 'FeeOrFree' };
  expect(store.components).toMatchObject({ fee: own });
  expect(deliveryFee.components).toMatchObject({ deliveryFee: own, pickupFee: own });
});

it.each([
  [0, 'Free'],
  [300, 'THB 300.00'],
  [null, '–'],
])('a fee of %j is said as %s', async (value, text) => {
  await renderDesk(() => <FeeOrFree value={value} />, {});
  expect(await screen.findByText(text)).toBeTruthy();
});
