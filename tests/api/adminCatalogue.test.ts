import { describe, expect, test } from 'vitest';
import { openBackOffice } from './backOffice.ts';
import { accepted } from './rental.ts';

const office = openBackOffice();

describe('the catalogue', () => {
  test('names are unique inside their parent, not beyond', async () => {
    const brandId = await office.save('/car/brand/save', { name: 'Nissan' });
    expect((await office.ops.post('/car/brand/save', { name: 'Nissan' })).errors).toEqual({ name: 'Already exists' });
    const modelId = await office.save('/car/models/save', { brandId, name: 'Yaris' });
    expect((await office.ops.post('/car/models/save', { brandId, name: 'Yaris' })).errors).toEqual({
      name: 'Already exists',
    });
    await office.save('/car/submodels/save', { brandId, modelId, name: '1.2 Sport', displacement: '1.2' });
    expect(
      (await office.ops.post('/car/submodels/save', { brandId, modelId, name: '1.2 Sport', displacement: '1.2' }))
        .errors,
    ).toEqual({ name: 'Already exists' });
    expect(
      (await office.ops.post('/car/submodels/save', { brandId: 1, modelId, name: 'New', displacement: '1' })).errors,
    ).toEqual({ modelId: 'The model does not belong to this brand. Choose one of its models' });
  });

  test('a brand with models, a model with sub-models and a sub-model with cars stay', async () => {
    for (const path of ['/car/brand/delete/1', '/car/models/delete/1', '/car/submodels/delete/1'])
      expect([path, (await office.ops.delete(path)).message]).toEqual([
        path,
        expect.stringMatching(/^Delete failed: \d+ /),
      ]);
  });

  test('a model does not leave the brand of its cars and sub-models', async () => {
    const brandId = await office.save('/car/brand/save', { name: 'Mazda' });
    expect((await office.ops.post('/car/models/save', { id: 1, brandId })).statusCode).toBe(400);
    const modelId = await office.save('/car/models/save', { brandId, name: 'CX-3' });
    expect((await office.ops.post('/car/submodels/save', { id: 1, brandId, modelId })).statusCode).toBe(400);
    await office.save('/car/models/save', { id: 1, name: 'Yaris' });
  });

  test('a vehicle type is copied under another name', async () => {
    const id = await office.save('/car/cartype/save', {
      brandId: 1,
      name: 'Yaris 1.2',
      series: 'Yaris',
      doors: 4,
      transmission: 1,
      fuel: 1,
      emission: 1,
      seats: 5,
      level: 1,
      category: 1,
      type: 1,
    });
    const copy = accepted(await office.ops.post<{ id: number }>(`/car/cartype/copy/${id}`)).data.id;
    const [{ name: _name, ...first }, { name, ...second }] = [
      await office.rowOf('carType', id),
      await office.rowOf('carType', copy),
    ];
    expect(name).toMatch(/^Yaris 1\.2 \(.+\)$/);
    expect({ ...second, id: 0, createTime: 0, updateTime: 0 }).toEqual({
      ...first,
      id: 0,
      createTime: 0,
      updateTime: 0,
    });
  });
});
