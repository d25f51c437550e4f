import { describe, expect, it } from 'vitest';
import { labelsOf } from './labels.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'resources.reminder.fields.type': 'Kind of paper',
  'resources.reminder.filters.type': 'Ends first',
  'resources.reminder.fields.alert': 'Alert',
};
const labels = labelsOf((key, options) => TEXTS[key] ?? String((options as { _?: string })._), 'reminder');

describe('the label of a filter', () => {
  it('is its own where it asks for something else than the property of its name', () => {
    expect(labels.filter('type')).toBe('Ends first');
    expect(labels.field('type')).toBe('Kind of paper');
  });

  it('is that of the property of its name otherwise', () => {
    expect(labels.filter('alert')).toBe('Alert');
    expect(labels.filter('daysLeft')).toBe('Days left');
  });
});
