import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'react-admin';
import { expect, it } from 'vitest';
import { useAdminRuntime } from 'forecourt/admin';
import { strictConsole } from 'forecourt/testing';
import { fieldOf, type EntitySchema } from 'forecourt/model';
import smsSetting from '../../../../schemas/smsSetting.json';
import { renderDesk } from '../booking/testing/renderDesk.tsx';
import SmsTestInput from './SmsTestInput.tsx';

strictConsole();

const OPEN = { required: false, disabled: false, validate: [] };

function Phone() {
  const { model } = useAdminRuntime();
  const resource = model.loaded('smsSetting')!;
  return (
    <Form record={{ id: 3, supplierId: 3, testPhone: '+66812345678' }}>
      <SmsTestInput model={resource} field={fieldOf(resource.entity, 'testPhone')} {...OPEN} />
    </Form>
  );
}

it('a test message that did not go out says why in words; a code of the provider stays as it is', async () => {
  const reasons = ['timeout', 'http 503', 'isv.BUSINESS_LIMIT_CONTROL', 'no phone', ''];
  await renderDesk(() => <Phone />, {
    schemas: { smsSetting: smsSetting as unknown as EntitySchema },
    answers: {
      'POST /supplier/testsms': () => ({
        statusCode: 400,
        message: 'Not sent',
        data: { messageId: 1, reason: reasons.shift() },
      }),
    },
  });
  const press = async () => userEvent.click(await screen.findByRole('button', { name: /test/i }));
  await press();
  expect(await screen.findByText('Not sent (No answer in time)')).toBeTruthy();
  await press();
  expect(await screen.findByText('Not sent (The other side answered with HTTP 503)')).toBeTruthy();
  await press();
  expect(await screen.findByText('Not sent (isv.BUSINESS_LIMIT_CONTROL)')).toBeTruthy();
  await press();
  expect(await screen.findByText('Not sent (No phone number to send to)')).toBeTruthy();
  await press();
  expect(await screen.findByText('Not sent')).toBeTruthy();
});
