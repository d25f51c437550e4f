import { Dialog } from '@mui/material';
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hideMeasuredText } from './measuredText.ts';

test('what a chart measures while a dialog is open is hidden from readers when the dialog has gone', async () => {
  const { rerender } = render(<Dialog open>Question</Dialog>);
  hideMeasuredText();
  rerender(<Dialog open={false}>Question</Dialog>);
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(document.getElementById('recharts_measurement_span')?.getAttribute('aria-hidden')).toBe('true');
});
