import { defineResource } from 'forecourt/model';
import type { Country } from '../schemas/types.generated.ts';

export default defineResource<Country>({ schema: 'country', menu: { group: 'places', sort: 160, icon: 'TableRows' } });
