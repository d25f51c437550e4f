import { defineResource } from '../../../src/framework/model/index.ts';
import type { Store } from '../schemas/types.generated.ts';

export default defineResource<Store>({ schema: 'store', menu: { group: 'places', sort: 140, icon: 'TableRows' } });
