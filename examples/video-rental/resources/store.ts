import { defineResource } from 'forecourt/model';
import type { Store } from '../schemas/types.generated.ts';

export default defineResource<Store>({ schema: 'store', menu: { group: 'places', sort: 140, icon: 'TableRows' } });
