// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { useLabels, useTexts } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import violation from '../../../../schemas/violation.json';
import type { EntitySchema } from 'forecourt/model';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import ViolationMatch from './ViolationMatch.tsx';

strictConsole();

function Form({ values }: { values: object }) {
  useLabels('violation');
  useTexts('msg');
  return (
    <FormProvider {...useForm({ defaultValues: values })}>
      <ViolationMatch />
    </FormProvider>
  );
}
const show = (match: object | null, values: object = { carId: 5, time: '2027-03-02 09:00:00' }) =>
  renderDesk(() => <Form values={values} />, {
    answers: { 'GET /car/violation/matchorder': () => ({ data: match }) },
    schemas: { violation: violation as EntitySchema },
  });

it('where no order had the car at that time the form warns and says that saving is possible', async () => {
  const { calls } = await show(null);
  const warning = await screen.findByText(/No matching order found/);
  expect(warning.closest('.MuiAlert-root')!.className).toContain('Warning');
  expect(warning.textContent).toContain('saved');
  expect(calls.find(({ path }) => path === '/car/violation/matchorder')!.query).toEqual({
    carId: '5',
    time: '2027-03-02 09:00:00',
  });
});

it('names the order that had the car, and those that touch', async () => {
  await show({ orderId: 7, orderNo: 'R7', renterName: 'Zhang', candidates: [] });
  await screen.findByText(/R7/);
});

it('asks nothing before car and time are known', async () => {
  const { calls } = await show(null, { carId: 5, time: '' });
  await screen.findByRole('status');
  expect(calls.some(({ path }) => path === '/car/violation/matchorder')).toBe(false);
});
