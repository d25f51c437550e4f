import { describe, expect, it } from 'vitest';
import { memoryStorage } from 'forecourt/testing';
import { emptyHandover, handoverDraft, mileageOf, taskPayload, withFile, withoutFile } from './draft.ts';

const file = (name: string) => ({ name, url: `/files/${name}` });

describe('files of a task', () => {
  it('a field of one file keeps the last, a field of nine no more than nine', () => {
    const one = withFile(withFile(emptyHandover(1, null), 'mileagePhoto', file('a')), 'mileagePhoto', file('b'));
    expect(one.files.mileagePhoto.map(({ name }) => name)).toEqual(['b']);
    const many = Array.from({ length: 12 }, (_, index) => file(String(index))).reduce(
      (draft, each) => withFile(draft, 'idPhotos', each),
      emptyHandover(1, null),
    );
    expect(many.files.idPhotos).toHaveLength(9);
    expect(withoutFile(many, 'idPhotos', '0').files.idPhotos).toHaveLength(8);
  });
});

describe('mileage', () => {
  it('reads digits with or without groups; anything else is no number', () => {
    expect(mileageOf({ mileage: '12,345' })).toBe(12_345);
    expect(mileageOf({ mileage: ' ' })).toBeNull();
    expect(mileageOf({ mileage: '12.5' })).toBeNaN();
  });
});

describe('what is sent', () => {
  it('leaves out what is empty and, at a pickup, what only a return asks', () => {
    const walk = withFile(emptyHandover(11, 2), 'video', file('walk'));
    const draft = { ...withFile(walk, 'damagePhotos', file('scratch')), mileage: '500', oil: 0 };
    expect(taskPayload('pickup', draft, '2027-03-01 10:00:00')).toEqual({
      carId: 11,
      time: '2027-03-01 10:00:00',
      mileage: 500,
      oil: 0,
      video: 'walk',
    });
    expect(taskPayload('return', draft, '2027-03-01 10:00:00')).toMatchObject({
      damagePhotos: ['scratch'],
      returnStoreId: 2,
    });
  });
});

describe('what the device keeps', () => {
  it('is found again by the same user for the same order and step, and by nobody else', () => {
    const storage = memoryStorage();
    const kept = handoverDraft(1, 7, 'pickup', storage);
    kept.write({ ...withFile(emptyHandover(11, null), 'video', file('walk')), mileage: '500' });
    expect(handoverDraft(1, 7, 'pickup', storage).read()).toMatchObject({
      mileage: '500',
      files: { video: [{ name: 'walk', url: '' }] },
    });
    expect(
      [
        handoverDraft(2, 7, 'pickup', storage),
        handoverDraft(1, 7, 'return', storage),
        handoverDraft(1, 8, 'pickup', storage),
      ].map((other) => other.read()),
    ).toEqual([undefined, undefined, undefined]);
    kept.forget();
    expect(kept.read()).toBeUndefined();
  });

  it('is nothing when the storage holds nonsense', () => {
    const storage = memoryStorage({ 'form_draft.1.handover.7.pickup': '{"mileage":"1"}' });
    expect(handoverDraft(1, 7, 'pickup', storage).read()).toBeUndefined();
  });
});
