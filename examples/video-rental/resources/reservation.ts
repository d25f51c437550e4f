import { defineResource } from '../../../src/framework/model/index.ts';
import type { Reservation } from '../schemas/types.generated.ts';

export default defineResource<Reservation>({
  schema: 'reservation',
  menu: { group: 'rental', sort: 20, icon: 'TableRows' },
});
