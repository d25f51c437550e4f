import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileModel, createRandom, type EntitySchema } from '../../../model/index.ts';
import { sampleRecord } from './sampleRecord.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const names = fc.integer({ min: 1, max: 26 }).map((count) => LETTERS.slice(0, count));

it('a unique text is another for every record, as short as it must be, and stored as it is made', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 4, max: 40 }), fc.boolean(), (name, maxLength, exemplary) => {
      const schema: EntitySchema = {
        type: 'object',
        required: [name],
        properties: {
          [name]: {
            type: 'string',
            maxLength,
            'x-unique': true,
            ...(exemplary && { examples: [`${name} of a kind`] }),
          },
        },
      };
      const model = compileModel({ schemas: { thing: schema }, resources: [], codes: {} });
      const source = { random: createRandom(1), now: 0, reference: () => undefined };
      const texts = Array.from(
        { length: 120 },
        (_, at) => sampleRecord(model, model.entities.get('thing')!, { ...source, ordinal: at + 1 })[name] as string,
      );
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.filter((text) => text.length > maxLength || text !== text.trim())).toEqual([]);
    }),
  );
});
