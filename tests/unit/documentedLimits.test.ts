import { describe, expect, test } from 'vitest';
import { application } from '../../src/application.ts';
import limits from './documentedLimits.json';

/**
 * How long, how large, how many: what callers of the API and files for import rely on, written down apart from the schemas. A field that is not
 * named here has no promise yet.
 */
const rows = Object.entries(limits as Record<string, Record<string, Record<string, unknown>>>).flatMap(([of, fields]) =>
  Object.entries(fields).map(([name, told]) => [of, name, told] as const),
);

describe('the limits', () => {
  test.each(rows)('of %s.%s are kept', (of, name, told) => {
    expect(application.model.entities.get(of)!.byName.get(name)!.schema).toMatchObject(told);
  });
});
