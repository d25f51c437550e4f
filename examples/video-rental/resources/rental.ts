import { defineResource } from '../../../src/framework/model/index.ts';
import type { Rental } from '../schemas/types.generated.ts';

export default defineResource<Rental>({ schema: 'rental', menu: { group: 'rental', sort: 10, icon: 'TableRows' } });
