import { defineResource } from 'forecourt/model';
import type { City } from '../schemas/types.generated.ts';

export default defineResource<City>({ schema: 'city', menu: { group: 'places', sort: 150, icon: 'TableRows' } });
