import { defineResource } from '../../../src/framework/model/index.ts';
import type { Country } from '../schemas/types.generated.ts';

export default defineResource<Country>({ schema: 'country', menu: { group: 'places', sort: 160, icon: 'TableRows' } });
