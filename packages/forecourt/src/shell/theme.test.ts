import { createTheme as createMuiTheme } from '@mui/material/styles';
import { expect, test } from 'vitest';
import { createTheme } from './theme.ts';

test('a window below 576 px is a phone', () => {
  const { breakpoints } = createMuiTheme(createTheme({ mode: 'light', language: 'en-US' }));
  expect(breakpoints.down('sm')).toBe('@media (max-width:575.95px)');
  expect(breakpoints.keys[0]).toBe('xs');
});
