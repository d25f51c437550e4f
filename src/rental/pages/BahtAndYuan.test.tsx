// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { strictConsole } from 'forecourt/testing';
import { fieldOf } from 'forecourt/model';
import BahtAndYuan from './BahtAndYuan.tsx';
import { renderDesk } from './booking/testing/renderDesk.tsx';

strictConsole();

it('says the yuan of today beside the baht', async () => {
  await renderDesk((model) => (
    <BahtAndYuan
      field={fieldOf(model.entity, 'total')}
      value={500}
      record={{ id: 1, cnyRate: 5 }}
      resource="violation"
    />
  ));
  expect(await screen.findByText('THB 500.00 (¥ 100.00)')).toBeTruthy();
});
