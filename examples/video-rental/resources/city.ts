import { defineResource } from '../../../src/framework/model/index.ts';
import type { City } from '../schemas/types.generated.ts';

export default defineResource<City>({ schema: 'city', menu: { group: 'places', sort: 150, icon: 'TableRows' } });
